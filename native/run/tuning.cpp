// Tunings, and whose processor this is.
#include "run/tuning.h"

#include <atomic>
#include <cstring>

#if defined(ASCMOVE_X86_LEVELS)
#include <cpuid.h>
#endif

namespace ascmove {
namespace {

// "common" was measured on Intel's Sapphire Rapids, "amd" on Zen 5, whose TLB knows more pages and whose cores read fewer
// streams well, but want them fetched earlier.
constexpr Tuning kTunings[] = {
    {"common", 8, 128, 512, 8, 64 << 10, false},
    {"amd", 4, 64, 4096, 48, 32 << 10, true},
};

bool made_by_amd() {
#if defined(ASCMOVE_X86_LEVELS)
  unsigned most = 0, name[3] = {};
  return __get_cpuid(0, &most, &name[0], &name[2], &name[1]) != 0 && std::memcmp(name, "AuthenticAMD", 12) == 0;
#else
  return false;
#endif
}

std::atomic<const Tuning*>& chosen() {
  static std::atomic<const Tuning*> current{&kTunings[made_by_amd() ? 1 : 0]};
  return current;
}

}  // namespace

const Tuning& tuning() { return *chosen().load(std::memory_order_relaxed); }

bool use_tuning(const char* name) {
  for (const Tuning& each : kTunings) {
    if (std::strcmp(each.name, name) == 0) {
      chosen().store(&each, std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

}  // namespace ascmove
