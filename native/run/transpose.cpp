// Transposing moves, tile by tile. Small ones go straight from source to destination. Large ones are read a few rows
// at a time into a compact buffer (rows whose distance is a power of two would evict each other from the cache),
// transposed there, and written around the caches in long pieces.
#include <algorithm>

#include "run.h"
#include "run/converter.h"
#include "run/limits.h"
#include "run/nest.h"

namespace ascmove {
namespace {

constexpr i64 kSegment = 256;   // bytes of a destination row per tile
constexpr i64 kRun = 512;       // bytes of a source row per tile
constexpr i64 kGap = 64;        // between rows of the compact buffer
constexpr i64 kTogether = 32;   // most source rows in the compact buffer
constexpr i64 kDirect = 32;     // columns of a tile that goes straight
constexpr i64 kLine = 64;

// Source rows lie along loop a (dense in the destination), columns along loop b (dense in the source).
class Tiles {
 public:
  explicit Tiles(const Task& task)
      : task_(task), in_(task.nest), width_(task.step.dst_width), transpose_(kernels().transpose[width_index(width_)]) {
    const i64 longer = in_.b.n * width_ < kRun / 2 ? 2 : 1;  // few columns: longer pieces instead
    rows_ = task.streams ? longer * kSegment / width_ : kLine / width_;
    cols_ = std::min(in_.b.n, task.streams ? kRun / width_ : std::max(kDirect, kLine / width_));
    together_ = std::clamp<i64>(2048 / (cols_ * width_), std::max<i64>(4, 16 / width_), kTogether);
    streams_ = task.streams && in_.a.n * width_ >= kSegment / 2;
  }

  void matrix(i64 d, i64 s) {
    char* to = task_.dst + d;
    const char* from = task_.src + s;
    const i64 first = std::min(in_.a.n, streams_ ? lead(to) : rows_);
    for (i64 i = 0, rows = first; i < in_.a.n; i += rows, rows = std::min(rows_, in_.a.n - i))
      for (i64 j = 0; j < in_.b.n; j += cols_)
        tile(to + i * width_ + j * in_.b.d, from + i * in_.a.s + j * width_, rows, std::min(cols_, in_.b.n - j));
  }

  int outer() const { return in_.outer; }

 private:
  // Rows of the first tile: those that all following tiles need to start on a line.
  i64 lead(const char* to) const {
    const i64 askew = -static_cast<i64>(reinterpret_cast<std::uintptr_t>(to)) & (kLine - 1);
    return in_.b.d % kLine == 0 && askew % width_ == 0 && askew != 0 ? askew / width_ : rows_;
  }

  void tile(char* to, const char* from, i64 rows, i64 cols) {
    if (!streams_) {
      transpose_(to, in_.b.d, from, in_.a.s, rows, cols);
      return;
    }
    const Kernels& k = kernels();
    const i64 run = cols * width_, pitch = rows * width_, ahead = std::max<i64>(8, together_) * in_.a.s;
    for (i64 r = 0; r < rows; r += together_) {
      const i64 some = std::min(together_, rows - r);
      k.copy({compact_, from + r * in_.a.s, run, 1, 0, 0, some, run + kGap, in_.a.s, ahead});
      transpose_(turned_ + r * width_, pitch, compact_, run + kGap, some, cols);
    }
    // while the tile goes out, the next one comes in
    const bool beside = cols < in_.b.n;
    const char* next = beside ? from + run : from + rows * in_.a.s;
    const i64 lines = (run + kLine - 1) / kLine, per_col = (rows * lines + cols - 1) / cols;
    for (i64 c = 0, line = 0; c < cols; ++c) {
      for (const i64 stop = std::min(line + per_col, rows * lines); line < stop; ++line)
        __builtin_prefetch(next + line / lines * in_.a.s + line % lines * kLine, 0, 2);
      k.stream(to + c * in_.b.d, turned_ + c * pitch, pitch);
    }
  }

  const Task& task_;
  const Inner in_;
  const i64 width_;
  const Transpose transpose_;
  i64 rows_, cols_, together_;
  bool streams_;
  alignas(64) char compact_[kTogether * (kRun + kGap)];
  alignas(64) char turned_[kSegment * kRun];
};

}  // namespace

void run_transpose(const Task& t) {
  if (t.step.kind == Kind::Convert) {
    run_converted_strided(t);
    return;
  }
  Tiles tiles(t);
  walk(t.nest.loops.data(), tiles.outer(), static_cast<int>(t.nest.loops.size()), t.nest.d, t.nest.s, 0,
       [&](i64 d, i64 s, i64) { tiles.matrix(d, s); });
}

}  // namespace ascmove
