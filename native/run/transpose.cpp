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
constexpr i64 kTogether = 16;   // source rows in the compact buffer
constexpr i64 kDirect = 32;     // elements each way of a tile that goes straight

// Source rows lie along loop a (dense in the destination), columns along loop b (dense in the source).
class Tiles {
 public:
  explicit Tiles(const Task& task)
      : task_(task), in_(task.nest), width_(task.step.dst_width), transpose_(kernels().transpose[width_index(width_)]) {
    const i64 short_rows = in_.b.n * width_ < kRun / 2 ? 4 : 1;  // few columns: longer pieces instead
    rows_ = std::min(in_.a.n, task.streams ? short_rows * kSegment / width_ : 4 * kDirect);
    cols_ = std::min(in_.b.n, task.streams ? kRun / width_ : kDirect);
    streams_ = task.streams && rows_ * width_ >= kSegment / 4;
  }

  void matrix(i64 d, i64 s) {
    for (i64 i = 0; i < in_.a.n; i += rows_)
      for (i64 j = 0; j < in_.b.n; j += cols_)
        tile(task_.dst + d + i * width_ + j * in_.b.d, task_.src + s + i * in_.a.s + j * width_,
             std::min(rows_, in_.a.n - i), std::min(cols_, in_.b.n - j));
  }

  int outer() const { return in_.outer; }

 private:
  void tile(char* to, const char* from, i64 rows, i64 cols) {
    if (!streams_) {
      transpose_(to, in_.b.d, from, in_.a.s, rows, cols);
      return;
    }
    const Kernels& k = kernels();
    const i64 run = cols * width_, pitch = rows * width_;
    for (i64 r = 0; r < rows; r += kTogether) {
      const i64 some = std::min(kTogether, rows - r);
      k.copy({compact_, from + r * in_.a.s, run, 1, 0, 0, some, run + kGap, in_.a.s});
      transpose_(turned_ + r * width_, pitch, compact_, run + kGap, some, cols);
    }
    for (i64 c = 0; c < cols; ++c) k.stream(to + c * in_.b.d, turned_ + c * pitch, pitch);
  }

  const Task& task_;
  const Inner in_;
  const i64 width_;
  const Transpose transpose_;
  i64 rows_, cols_;
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
