// Panels of rows whose edges lie inside of cache lines: a line that two panels share is written once, by the first of them.
#pragma once

#include <algorithm>

#include "kernels.h"
#include "run/line.h"

namespace ascmove {

// All rows must begin at the same place of a line.
class Seam {
 public:
  Seam() = default;
  // `first`: bytes of the row before the panel, `run`: its own, `row`: those of the whole row; it starts at `to`.
  Seam(const char* to, i64 first, i64 run, i64 row)
      : skip_(first > 0 ? std::min(run, to_line(to)) : 0), more_(std::min(row - first - run, to_line(to + run))) {}

  // Cells of the next panel that this one needs, too.
  i64 cells(i64 chunk) const { return (more_ + chunk - 1) / chunk; }

  // Rows of `run` bytes and what belongs to them of the next panel, `pitch` apart in the source, around the caches.
  void stream(char* to, i64 to_pitch, const char* from, i64 pitch, i64 run, i64 rows) const {
    if (run + more_ > skip_) kernels().stream_rows(to + skip_, to_pitch, from + skip_, pitch, run + more_ - skip_, rows);
  }

 private:
  i64 skip_ = 0, more_ = 0;
};

}  // namespace ascmove
