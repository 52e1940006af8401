// Plain moves and fills.
#include <cstring>

#include "run.h"
#include "run/nest.h"

namespace ascmove {

void run_copy(const Step& step, char* dst, const char* src) {
  const Nest& nest = step.nest;
  const Inner in(nest);
  const Kernels& k = kernels();
  walk(nest.loops.data(), in.outer, static_cast<int>(nest.loops.size()), nest.d, nest.s, 0, [&](i64 d, i64 s, i64) {
    k.copy({dst + d, src + s, step.chunk, in.a.n, in.a.d, in.a.s, in.b.n, in.b.d, in.b.s});
  });
}

namespace {

void fill_nest(const Nest& nest, i64 width, std::uint64_t pattern, char* dst) {
  const Inner in(nest);
  const Kernels& k = kernels();
  walk(nest.loops.data(), in.outer, static_cast<int>(nest.loops.size()), nest.d, 0, 0, [&](i64 d, i64, i64) {
    k.fill({dst + d, nullptr, width, in.a.n, in.a.d, 0, in.b.n, in.b.d, 0}, pattern);
  });
}

}  // namespace

void run_fill(const Step& step, char* dst) { fill_nest(step.nest, step.dst_width, step.fill, dst); }

void run_state(const Step& step, char* state) {
  const Nest& nest = step.state;
  const Inner in(nest);
  const auto count = static_cast<int>(nest.loops.size());
  const auto chunk = static_cast<std::size_t>(step.state_chunk);
  walk(nest.loops.data(), 0, count, nest.d, 0, 0, [&](i64 d, i64, i64) { std::memset(state + d, step.role, chunk); });
}

}  // namespace ascmove
