// The Steps of a Plan in order; operands that share memory with the destination are read before it is written.
#include "run.h"

#include <cstring>
#include <memory>

#include "run/environment.h"
#include "run/limits.h"

namespace ascmove {
namespace {

// A copy of the bytes [start, stop) of an operand when they meet the bytes that the Step writes.
class Snapshot {
 public:
  const char* of(const char* base, i64 start, i64 stop, const char* written, const char* written_stop) {
    if (base == nullptr || stop <= start) return base;
    if (base + stop <= written || base + start >= written_stop) return base;
    const auto size = static_cast<std::size_t>(stop - start);
    copy_.reset(new char[size]);
    std::memcpy(copy_.get(), base + start, size);
    return copy_.get() - start;
  }

 private:
  std::unique_ptr<char[]> copy_;
};

void run_part(const Task& t) {
  const bool converts = t.step.kind == Kind::Convert;
  if (t.step.kind == Kind::Fill) return run_fill(t);
  switch (t.step.form) {
    case Form::Whole: return run_whole(t);
    case Form::Cells: return converts ? run_converted_cells(t) : run_cells(t);
    case Form::Transpose: return run_transpose(t);
    default: return converts ? run_converted_strided(t) : run_strided(t);
  }
}

void run_step(const Step& step, const Buffers& b) {
  Snapshot source, parameters;
  const char* from = b.dst + step.dst_start;
  const char* to = b.dst + step.dst_stop;
  const char* src = source.of(b.src, step.src_start, step.src_stop, from, to);
  const char* words = parameters.of(b.words, step.word_start, step.word_stop, from, to);
  const bool streams = !step.ordered && step.bytes() >= kStreamFrom;
  run_part({step, step.nest, b.dst, src, words, streams});
  if (streams) kernels().fence();
  if (b.state != nullptr) run_state(step, b.state);
}

}  // namespace

void run(const Plan& plan, const Buffers& buffers) {
  const FloatEnvironment exact;
  for (const Step& step : plan.steps) run_step(step, buffers);
}

}  // namespace ascmove
