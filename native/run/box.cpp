// Padded boxes: a block of the destination is filled with the pad and given its data in a buffer that stays in the
// cache, then written around the caches at once.
#include <algorithm>
#include <memory>

#include "run.h"
#include "run/environment.h"
#include "run/limits.h"
#include "run/pattern.h"
#include "run/pool.h"
#include "run/tuning.h"
#include "run/upcoming.h"

namespace ascmove {
namespace {

// Blocks are groups of `group` turns of loop `level`, with everything inside of it.
class Blocks {
 public:
  Blocks(const Box& box, const Widths& widths, char* dst, const char* src)
      : box_(box), widths_(widths), dst_(dst + box.start), src_(src), inside_(widths.dst), pad_(repeated(box.fill, widths.dst)) {
    const auto count = static_cast<int>(box.turns.size());
    // long rows that are dense in the source need no block, other dense ones a short one, so that reading and writing
    // overlap
    rows_ = box.move.src_strides[0] == 1 && box.move.shape[0] * widths.dst >= kBoxRow;
    const i64 size = rows_ ? 1 : box.move.src_strides[0] == 1 ? kBoxOfRows : tuning().box;
    while (level_ + 1 < count && inside_ * box.turns[at(level_)] <= size) inside_ *= box.turns[at(level_++)];
    turns_ = box.turns[at(level_)];
    group_ = rows_ ? turns_ : std::clamp<i64>(size / inside_, 1, turns_);
    groups_ = (turns_ + group_ - 1) / group_;
    for (int k = level_ + 1; k < count; ++k) outer_ *= box.turns[at(k)];
  }

  i64 count() const { return outer_ * groups_; }

  void run(i64 first, i64 last) {
    if (rows_) {
      for (i64 row = first; row < last; ++row) one_row(row);
      kernels().fence();
      return;
    }
    const auto buffer = std::make_unique<char[]>(static_cast<std::size_t>(inside_ * group_) + 64);
    char* block = buffer.get() + to_line(buffer.get());
    fill(block, inside_ * group_);  // pads beside the data of a turn stay in place from here on
    for (i64 b = first; b < last; ++b) one(b / groups_, b % groups_ * group_, block);
    kernels().fence();
  }

 private:
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }

  // Where the data of outer turn `number` start in the source (elements); false where there are only pads.
  bool find(i64 number, i64& from) const {
    for (std::size_t k = at(level_) + 1; k < box_.turns.size(); ++k) {
      const i64 turn = number % box_.turns[k] - box_.left[k];
      number /= box_.turns[k];
      if (turn < 0 || turn >= box_.move.shape[k]) return false;
      from += turn * box_.move.src_strides[k];
    }
    return true;
  }

  // A turn of all loops but the first.
  void one_row(i64 number) const {
    const i64 width = widths_.dst, bytes = turns_ * width;
    char* to = dst_ + number * bytes;
    i64 from = box_.move.src;
    if (!find(number, from)) {
      kernels().stream_fill(to, pad_, bytes);
      return;
    }
    const i64 before = box_.left[0] * width, run = box_.move.shape[0] * width;
    kernels().stream_padded(to, {src_ + from * width, before, run, bytes - before - run, pad_});
  }

  void one(i64 number, i64 turn, char* block) {
    const i64 turns = std::min(group_, turns_ - turn), bytes = turns * inside_;
    char* to = dst_ + (number * turns_ + turn) * inside_;
    const std::size_t l = at(level_);
    const i64 low = std::max(turn, box_.left[l]), high = std::min(turn + turns, box_.left[l] + box_.move.shape[l]);
    i64 from = box_.move.src + std::max<i64>(0, low - box_.left[l]) * box_.move.src_strides[l];
    if (low >= high || !find(number, from)) {
      kernels().stream_fill(to, pad_, bytes);
      return;
    }
    fill(block, (low - turn) * inside_);
    fill(block + (high - turn) * inside_, (turn + turns - high) * inside_);
    const Step& step = inner(high - low);
    i64 start = (low - turn) * inside_;
    for (std::size_t j = 0; j < l; ++j) start += box_.left[j] * box_.move.dst_strides[j] * widths_.dst;
    run_task({step, step.nest, block + start, src_ + from * widths_.src, nullptr, false});
    write_out(to, block, bytes, upcoming(number, turn + turns));
  }

  void fill(char* at, i64 bytes) const {
    const i64 width = widths_.dst;
    kernels().fill({at, nullptr, width, bytes / width, width, 0, 1, 0, 0}, box_.fill);
  }

  // Streams the block while the source of the next one comes in.
  void write_out(char* to, const char* block, i64 bytes, Upcoming next) const {
    constexpr i64 kPiece = 512;
    const i64 pieces = (bytes + kPiece - 1) / kPiece, share = (next.lines() + pieces - 1) / pieces;
    for (i64 b = 0; b < bytes; b += kPiece) {
      next.fetch(share);
      kernels().stream(to + b, block + b, std::min(kPiece, bytes - b));
    }
  }

  // What the block at `turn` of outer turn `number` reads, or the first one of the next outer turn.
  Upcoming upcoming(i64 number, i64 turn) const {
    const std::size_t l = at(level_);
    if (turn >= turns_) {
      ++number;
      turn = 0;
    }
    const i64 first = std::max<i64>(0, turn - box_.left[l]);
    const i64 turns = std::min(group_, box_.move.shape[l] - first);
    i64 from = box_.move.src + first * box_.move.src_strides[l];
    if (number >= outer_ || turns <= 0 || !find(number, from)) return {};
    const char* base = src_ + from * widths_.src;
    const i64 own = box_.move.src_strides[l] * widths_.src, inner = box_.move.src_strides[0] * widths_.src;
    if (level_ == 1 && own < inner) return {base, box_.move.shape[0], turns * own + 63, inner};
    return own <= 2 * inside_ ? Upcoming{base, 1, turns * own + 63, 0} : Upcoming{};
  }

  // The move of `turns` turns of the level and everything inside, from offset 0 to offset 0.
  const Step& inner(i64 turns) {
    if (!inner_ || inner_turns_ != turns) {
      Description d = box_.move;
      const auto count = static_cast<std::ptrdiff_t>(level_) + 1;
      d.shape.assign(box_.move.shape.begin(), box_.move.shape.begin() + count);
      d.dst_strides.assign(box_.move.dst_strides.begin(), box_.move.dst_strides.begin() + count);
      d.src_strides.assign(box_.move.src_strides.begin(), box_.move.src_strides.begin() + count);
      d.shape.back() = turns;
      d.src = d.dst = 0;
      inner_ = std::make_unique<Step>(compiled(d, widths_));
      inner_turns_ = turns;
    }
    return *inner_;
  }

  const Box& box_;
  const Widths widths_;
  char* dst_;
  const char* src_;
  bool rows_ = false;
  int level_ = 0;
  i64 inside_, turns_ = 1, group_ = 1, groups_ = 1, outer_ = 1;
  std::unique_ptr<Step> inner_;
  i64 inner_turns_ = 0;
  const std::uint64_t pad_;
};

}  // namespace

void run_box(const Box& box, const Widths& widths, char* dst, const char* src) {
  const i64 count = Blocks(box, widths, dst, src).count();
  const auto parts = static_cast<int>(std::min<i64>(limits().threads, count));
  in_parallel(parts, [&](int part) {
    const FloatEnvironment exact;
    Blocks(box, widths, dst, src).run(count * part / parts, count * (part + 1) / parts);
  });
}

}  // namespace ascmove
