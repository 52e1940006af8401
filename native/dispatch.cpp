// Which instruction-set level runs.
#include <atomic>
#include <cstdlib>
#include <cstring>

#if defined(ASCMOVE_X86_LEVELS)
#include <cpuid.h>
#endif

#include "kernels.h"

namespace ascmove {
namespace {

struct Level {
  const Kernels* kernels;
  bool present;
};

#if defined(ASCMOVE_X86_LEVELS)
bool has_f16c() {  // a name that not every Clang knows
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
bool has_avx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && has_f16c();
}
bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}
#endif

const Level* all_levels(int& count) {
#if defined(ASCMOVE_X86_LEVELS)
  static const Level found[] = {{&kBaseline, true}, {&kAvx2, has_avx2()}, {&kAvx512, has_avx512()}};
#else
  static const Level found[] = {{&kBaseline, true}};
#endif
  count = static_cast<int>(sizeof found / sizeof found[0]);
  return found;
}

const Kernels* best() {
  int count = 0;
  const Level* found = all_levels(count);
  const char* asked = std::getenv("ASCMOVE_ISA");
  const Kernels* choice = &kBaseline;
  for (int i = 0; i < count; ++i) {
    if (!found[i].present) continue;
    choice = found[i].kernels;
    if (asked && std::strcmp(asked, choice->name) == 0) break;
  }
  return choice;
}

std::atomic<const Kernels*>& chosen() {
  static std::atomic<const Kernels*> level{best()};
  return level;
}

}  // namespace

const Kernels& kernels() { return *chosen().load(std::memory_order_relaxed); }

bool use_level(const char* name) {
  int count = 0;
  const Level* found = all_levels(count);
  for (int i = 0; i < count; ++i) {
    if (found[i].present && std::strcmp(name, found[i].kernels->name) == 0) {
      chosen().store(found[i].kernels, std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

int levels(const char* (&names)[4]) {
  int count = 0, present = 0;
  const Level* found = all_levels(count);
  for (int i = 0; i < count; ++i)
    if (found[i].present) names[present++] = found[i].kernels->name;
  return present;
}

}  // namespace ascmove
