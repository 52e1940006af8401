// One Step, or a part of it per thread.
#include <algorithm>

#include "run.h"
#include "run/environment.h"
#include "run/limits.h"
#include "run/pool.h"

namespace ascmove {
namespace {

void run_alone(const Task& t) {
  const bool converts = t.step.kind == Kind::Convert;
  if (t.step.kind == Kind::Fill) {
    run_fill(t);
  } else if (t.step.form == Form::Whole) {
    run_whole(t, t.step.chunk);
  } else if (t.step.form == Form::Cells) {
    converts ? run_converted_cells(t) : run_cells(t);
  } else if (t.step.form == Form::Transpose) {
    run_transpose(t);
  } else {
    converts ? run_converted_strided(t) : run_strided(t);
  }
  if (t.streams) kernels().fence();
}

// The loop to share among threads: the one with the longest way in the destination.
std::size_t shared_loop(const std::vector<Loop>& loops) {
  const auto longest = std::max_element(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
    return a.n * a.d < b.n * b.d;
  });
  return static_cast<std::size_t>(longest - loops.begin());
}

void run_shared(const Task& t, int parts) {
  const std::size_t shared = shared_loop(t.nest.loops);
  const Loop loop = t.nest.loops[shared];
  in_parallel(parts, [&](int part) {
    const FloatEnvironment exact;
    const i64 first = loop.n * part / parts, last = loop.n * (part + 1) / parts;
    if (first == last) return;
    Nest own = t.nest;
    own.loops[shared].n = last - first;
    own.d += first * loop.d;
    own.s += first * loop.s;
    own.q += first * loop.q;
    run_alone({t.step, own, t.dst, t.src, t.words, t.streams});
  });
}

// One run of bytes, cut at lines.
void run_whole_shared(const Task& t, int parts) {
  const i64 lines = t.step.chunk / 64;
  in_parallel(parts, [&](int part) {
    const i64 first = lines * part / parts * 64;
    const i64 last = part + 1 == parts ? t.step.chunk : lines * (part + 1) / parts * 64;
    const Nest own{{}, t.nest.d + first, t.nest.s + first, 0};
    run_whole({t.step, own, t.dst, t.src, nullptr, t.streams}, last - first);
    if (t.streams) kernels().fence();
  });
}

}  // namespace

void run_task(const Task& t) {
  const bool divides = !t.step.ordered && !t.nest.loops.empty();
  if (limits().threads > 1 && divides && t.step.bytes() >= limits().thread_from) {
    run_shared(t, limits().threads);
  } else if (limits().threads > 1 && t.step.form == Form::Whole && t.step.bytes() >= limits().thread_from) {
    run_whole_shared(t, limits().threads);
  } else {
    run_alone(t);
  }
}

}  // namespace ascmove
