// Transposing moves, tile by tile. Small ones go straight from source to destination. Large ones are turned in a buffer
// that stays in the cache and written around the caches in long pieces; where rows of the source are far apart, they
// are read through a compact buffer, because distances of a power of two would evict each other from the cache. Rows of
// at most a line need no buffer.
#include <algorithm>

#include "run.h"
#include "run/converter.h"
#include "run/limits.h"
#include "run/nest.h"
#include "run/tuning.h"
#include "run/upcoming.h"

namespace ascmove {
namespace {

constexpr i64 kCols = 128;      // most columns of a tile
constexpr i64 kRun = 512;       // most bytes of a source row in a tile
constexpr i64 kPiece = 128;     // bytes of a destination row in a tile of that many columns
constexpr i64 kApart = 1024;    // distance of source rows from which they go through the compact buffer
constexpr i64 kOut = 1024;      // bytes that go out between two looks ahead
constexpr i64 kDirect = 32;     // columns of a tile that goes straight
constexpr i64 kNarrowAhead = 6 << 10;  // bytes in front of narrow rows that are fetched

// Source rows lie along loop a (dense in the destination), columns along loop b (dense in the source).
class Tiles {
 public:
  explicit Tiles(const Task& task)
      : task_(task),
        in_(task.nest),
        width_(task.step.dst_width),
        transpose_(kernels().transpose[width_index(width_)]),
        streams_(task.streams && in_.a.n * width_ >= kStreamRun),
        compact_(in_.a.s >= kApart) {
    cols_ = std::min(in_.b.n, streams_ ? std::min(kCols, kRun / width_) : std::max(kDirect, kLine / width_));
    // few columns: longer pieces instead
    rows_ = streams_ ? std::min(kPiece * kCols / cols_, 4 * kPiece) / width_ : kLine / width_;
  }

  void matrix(i64 d, i64 s) {
    char* to = task_.dst + d;
    const char* from = task_.src + s;
    if (goes_narrow(to)) {
      narrow(to, from);
    } else if (streams_ && tuning().down) {
      for (i64 j = 0; j < in_.b.n; j += cols_)
        for (i64 i = 0, rows; i < in_.a.n; i += rows) tile_at(to, from, i, rows = rows_at(i, to), j);
    } else {
      for (i64 i = 0, rows; i < in_.a.n; i += rows) {
        rows = rows_at(i, to);
        for (i64 j = 0; j < in_.b.n; j += cols_) tile_at(to, from, i, rows, j);
      }
    }
  }

  int outer() const { return in_.outer; }

 private:
  // How many rows there are before all rows of the destination begin a line; 0 where that never is.
  i64 lead(const char* to) const {
    const i64 askew = to_line(to);
    return in_.b.d % kLine == 0 && askew % width_ == 0 ? askew / width_ : 0;
  }

  // Rows of the tile that begins with row `i`; all but the first start on a line. Where tiles go straight, what is too
  // little for whole vectors is done with its neighbour.
  i64 rows_at(i64 i, const char* to) const {
    const i64 left = in_.a.n - i, first = i == 0 ? lead(to) : 0;
    const i64 rows = first == 0 ? rows_ : streams_ ? first : first + rows_;
    return left < (streams_ ? rows : rows + rows_) ? left : rows;
  }

  // Rows of at most a line, made of whole squares, to whole lines.
  bool goes_narrow(const char* to) const {
    const i64 run = in_.b.n * width_;
    const bool on_lines = in_line(to) == 0 || lead(to) != 0;
    return streams_ && (run == kLine || run == kLine / 2 || run == kLine / 4) && in_.b.d % kLine == 0 && on_lines;
  }

  void narrow(char* to, const char* from) const {
    const i64 first = std::min(lead(to), in_.a.n), left = (in_.a.n - first) % (kLine / width_), last = in_.a.n - left;
    const i64 ahead = in_.a.s > 0 && in_.a.s <= kNarrowAhead ? kNarrowAhead / in_.a.s * in_.a.s : 0;
    if (first > 0) transpose_(to, in_.b.d, from, in_.a.s, first, in_.b.n);
    kernels().transpose_streamed[width_index(width_)](to + first * width_, in_.b.d, from + first * in_.a.s, in_.a.s,
                                                      last - first, in_.b.n, ahead);
    if (left > 0) transpose_(to + last * width_, in_.b.d, from + last * in_.a.s, in_.a.s, left, in_.b.n);
  }

  void tile_at(char* to, const char* from, i64 i, i64 rows, i64 j) {
    tile(to + i * width_ + j * in_.b.d, from + i * in_.a.s + j * width_, rows, std::min(cols_, in_.b.n - j));
  }

  void tile(char* to, const char* from, i64 rows, i64 cols) {
    if (!streams_) {
      transpose_(to, in_.b.d, from, in_.a.s, rows, cols);
      return;
    }
    const i64 run = cols * width_, pitch = rows * width_;
    if (compact_) {
      turn_compact(from, rows, cols);
    } else {
      transpose_(turned_, pitch, from, in_.a.s, rows, cols);
    }
    const bool beside = !tuning().down && cols < in_.b.n;
    Upcoming next(beside ? from + run : from + rows * in_.a.s, rows, run, in_.a.s);
    const i64 together = std::max<i64>(1, kOut / pitch), share = (next.lines() * together + cols - 1) / cols;
    const bool whole_lines = pitch % kLine == 0 && in_.b.d % kLine == 0 && in_line(to) == 0;
    for (i64 c = 0; c < cols; c += together) {
      const i64 some = std::min(together, cols - c);
      next.fetch(share);
      if (whole_lines) {
        kernels().copy_streamed({to + c * in_.b.d, turned_ + c * pitch, pitch, some, in_.b.d, pitch, 1, 0, 0});
      } else {
        for (i64 k = c; k < c + some; ++k) kernels().stream(to + k * in_.b.d, turned_ + k * pitch, pitch);
      }
    }
  }

  void turn_compact(const char* from, i64 rows, i64 cols) {
    const i64 run = cols * width_, apart = run + kLine, together = kLine / width_;
    for (i64 r = 0; r < rows; r += together) {
      const i64 some = std::min(together, rows - r);
      kernels().copy({rows_buffer_, from + r * in_.a.s, run, 1, 0, 0, some, apart, in_.a.s});
      transpose_(turned_ + r * width_, rows * width_, rows_buffer_, apart, some, cols);
    }
  }

  const Task& task_;
  const Inner in_;
  const i64 width_;
  const Transpose transpose_;
  const bool streams_, compact_;
  i64 rows_, cols_;
  alignas(64) char rows_buffer_[kLine * (kCols + kLine)];  // kLine / width rows of a tile, a line between them
  alignas(64) char turned_[kCols * kPiece];
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
