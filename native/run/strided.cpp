// Plain moves in any order of strides, and fills.
#include <algorithm>

#include "run.h"
#include "run/limits.h"
#include "run/nest.h"
#include "run/pattern.h"

namespace ascmove {

void run_strided(const Task& t) {
  const Nest& nest = t.nest;
  const Inner in(nest);
  const Kernels& k = kernels();
  walk(nest.loops.data(), in.outer, static_cast<int>(nest.loops.size()), nest.d, nest.s, 0, [&](i64 d, i64 s, i64) {
    k.copy({t.dst + d, t.src + s, t.step.chunk, in.a.n, in.a.d, in.a.s, in.b.n, in.b.d, in.b.s});
  });
}

void run_fill(const Task& t) {
  const Nest& nest = t.nest;
  const Inner in(nest);
  const Kernels& k = kernels();
  const i64 width = t.step.dst_width;
  const bool dense = in.a.d == width && in.a.n * width >= kStreamRun;
  const std::uint64_t wide = width < 8 ? repeated(t.step.fill, width) : t.step.fill;
  walk(nest.loops.data(), in.outer, static_cast<int>(nest.loops.size()), nest.d, 0, 0, [&](i64 d, i64, i64) {
    if (t.streams && dense) {
      for (i64 j = 0; j < in.b.n; ++j) k.stream_fill(t.dst + d + j * in.b.d, wide, in.a.n * width);
    } else {
      k.fill({t.dst + d, nullptr, width, in.a.n, in.a.d, 0, in.b.n, in.b.d, 0}, t.step.fill);
    }
  });
}

// Byte states, a run of bytes at a time.
void run_state(const Step& step, char* state) {
  const Nest& nest = step.state;
  const auto count = static_cast<int>(nest.loops.size());
  const auto chunk = static_cast<std::size_t>(step.state_chunk);
  walk(nest.loops.data(), 0, count, nest.d, 0, 0,
       [&](i64 d, i64, i64) { __builtin_memset(state + d, step.role, chunk); });
}

}  // namespace ascmove
