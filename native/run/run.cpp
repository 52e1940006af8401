// The Steps of a Plan in order; operands that share memory with the destination are read before it is written.
#include "run.h"

#include <cstring>
#include <memory>

#include "run/environment.h"
#include "run/limits.h"

namespace ascmove {
namespace {

bool meets(const char* base, i64 start, i64 stop, const char* written, const char* written_stop) {
  return base != nullptr && start < stop && base + stop > written && base + start < written_stop;
}

// A copy of the bytes [start, stop) of an operand when they meet the bytes that the Step writes.
class Snapshot {
 public:
  const char* of(const char* base, i64 start, i64 stop, const char* written, const char* written_stop) {
    if (!meets(base, start, stop, written, written_stop)) return base;
    const auto size = static_cast<std::size_t>(stop - start);
    copy_.reset(new char[size]);
    std::memcpy(copy_.get(), base + start, size);
    return copy_.get() - start;
  }

 private:
  std::unique_ptr<char[]> copy_;
};

void run_step(const Step& step, const Buffers& b) {
  Snapshot source, parameters;
  const char* from = b.dst + step.dst_start;
  const char* to = b.dst + step.dst_stop;
  const char* src = source.of(b.src, step.src_start, step.src_stop, from, to);
  const char* words = parameters.of(b.words, step.word_start, step.word_stop, from, to);
  const bool streams = !step.ordered && step.bytes() >= limits().stream_from;
  run_task({step, step.nest, b.dst, src, words, streams});
}

// A large box whose source lies elsewhere: the fill and the move are one.
bool runs_as_box(const Step& pad, const Step& move, const Buffers& b) {
  return move.box && pad.bytes() >= limits().stream_from &&
         !meets(b.src, move.src_start, move.src_stop, b.dst + pad.dst_start, b.dst + pad.dst_stop);
}

}  // namespace

void run(const Plan& plan, const Buffers& buffers) {
  const FloatEnvironment exact;
  const std::vector<Step>& steps = plan.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i + 1 < steps.size() && runs_as_box(steps[i], steps[i + 1], buffers)) {
      const Step& move = steps[++i];
      run_box(*move.box, {move.dst_width, move.src_width, move.word_width}, buffers.dst, buffers.src);
      if (buffers.state != nullptr) {
        run_state(steps[i - 1], buffers.state);
        run_state(move, buffers.state);
      }
      continue;
    }
    run_step(steps[i], buffers);
    if (buffers.state != nullptr) run_state(steps[i], buffers.state);
  }
}

}  // namespace ascmove
