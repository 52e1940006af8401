// Compiling a Step: from element strides in the order of the call to byte strides in the order of execution.
#include "plan.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace ascmove {
namespace {

i64 times(i64 a, i64 b) {
  i64 result;
  if (__builtin_mul_overflow(a, b, &result)) throw std::overflow_error("plan reaches beyond 64-bit addresses");
  return result;
}

i64 plus(i64 a, i64 b) {
  i64 result;
  if (__builtin_add_overflow(a, b, &result)) throw std::overflow_error("plan reaches beyond 64-bit addresses");
  return result;
}

// Bytes from `start` (in elements) to behind the last element that a nest touches.
i64 reach(const std::vector<i64>& shape, const std::vector<i64>& strides, i64 start, i64 width) {
  if (strides.size() != shape.size()) throw std::invalid_argument("one stride per loop and operand");
  if (start < 0) throw std::invalid_argument("offsets are never negative");
  i64 last = start;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    if (shape[k] < 1) throw std::invalid_argument("every loop runs at least once");
    if (strides[k] < 0) throw std::invalid_argument("strides are never negative");
    last = plus(last, times(shape[k] - 1, strides[k]));
  }
  return times(plus(last, 1), width);
}

bool runs_on(const Loop& inner, const Loop& outer) {
  return outer.d == inner.n * inner.d && outer.s == inner.n * inner.s && outer.q == inner.n * inner.q;
}

// Joins neighbouring loops wherever every operand runs on evenly; drops loops of one turn.
void join(std::vector<Loop>& loops) {
  std::vector<Loop> joined;
  for (const Loop& loop : loops) {
    if (loop.n == 1) continue;
    if (!joined.empty() && runs_on(joined.back(), loop)) {
      joined.back().n *= loop.n;
    } else {
      joined.push_back(loop);
    }
  }
  loops = std::move(joined);
}

void sort_by_destination(std::vector<Loop>& loops) {
  std::stable_sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
    return a.d != b.d ? a.d < b.d : a.s < b.s;
  });
}

// Takes loops that only lengthen the chunk into it.
i64 widen_chunk(std::vector<Loop>& loops, i64 chunk, bool with_source) {
  while (!loops.empty() && loops[0].d == chunk && (!with_source || loops[0].s == chunk)) {
    chunk *= loops[0].n;
    loops.erase(loops.begin());
  }
  return chunk;
}

}  // namespace

std::uint64_t pattern_of(std::uint64_t fill, i64 width) { return width < 8 ? fill & ((1ULL << 8 * width) - 1) : fill; }

Step compiled(const Description& from, const Widths& widths) {
  Step step;
  step.kind = from.kind;
  step.ordered = from.ordered;
  step.role = from.role;
  step.fill = pattern_of(from.fill, widths.dst);
  step.conversion = from.conversion;
  step.dst_width = widths.dst;
  step.src_width = widths.src;
  step.word_width = widths.word;
  step.dst_stop = reach(from.shape, from.dst_strides, from.dst, widths.dst);
  step.dst_start = from.dst * widths.dst;
  const bool reads = from.kind != Kind::Fill;
  const bool words = from.conversion.reads_words;
  if (reads) {
    step.src_stop = reach(from.shape, from.src_strides, from.src, widths.src);
    step.src_start = from.src * widths.src;
  }
  if (words) {
    step.word_stop = reach(from.shape, from.word_strides, from.word, widths.word);
    step.word_start = from.word * widths.word;
  }
  step.nest.d = step.dst_start;
  step.nest.s = step.src_start;
  step.nest.q = step.word_start;
  for (std::size_t k = 0; k < from.shape.size(); ++k) {
    step.elements = times(step.elements, from.shape[k]);
    if (from.shape[k] == 1) continue;
    step.nest.loops.push_back({from.shape[k], from.dst_strides[k] * widths.dst,
                               reads ? from.src_strides[k] * widths.src : 0,
                               words ? from.word_strides[k] * widths.word : 0});
  }
  times(step.elements, widths.dst);
  if (!step.ordered) sort_by_destination(step.nest.loops);
  join(step.nest.loops);
  step.chunk = widths.dst;
  if (step.kind == Kind::Copy) step.chunk = widen_chunk(step.nest.loops, step.chunk, true);
  if (step.kind == Kind::Convert) step.constants = constants_of(step.conversion);

  step.state = step.nest;
  for (Loop& loop : step.state.loops) loop.s = loop.q = 0;
  sort_by_destination(step.state.loops);
  join(step.state.loops);
  step.state_chunk = widen_chunk(step.state.loops, step.chunk, false);
  choose_form(step);
  return step;
}

void Plan::add(const Description& from) {
  Step step = compiled(from, widths_);
  if (!steps.empty() && !steps.back().box && make_box(last_, from, widths_.dst, box_)) {
    step.box = std::make_shared<const Box>(box_);
  }
  last_ = from;
  dst_stop = std::max(dst_stop, step.dst_stop);
  src_stop = std::max(src_stop, step.src_stop);
  word_stop = std::max(word_stop, step.word_stop);
  bytes = plus(bytes, step.bytes());
  steps.push_back(std::move(step));
}

}  // namespace ascmove
