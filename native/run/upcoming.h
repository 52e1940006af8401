// What the work after this one reads first: it is fetched into the cache while this work's results go out.
#pragma once

#include <algorithm>

#include "run/line.h"

namespace ascmove {

// `rows` runs of `run` bytes, `pitch` apart, fetched line by line.
class Upcoming {
 public:
  Upcoming() = default;
  Upcoming(const char* base, i64 rows, i64 run, i64 pitch)
      : row_(base), pitch_(pitch), rows_(rows), per_row_((in_line(base) + run + kLine - 1) / kLine) {}

  i64 lines() const { return rows_ * per_row_; }

  // Fetches the next `count` lines, or what is left of them.
  void fetch(i64 count) {
    while (count > 0 && rows_ > 0) {
      const i64 some = std::min(count, per_row_ - line_);
      for (i64 i = 0; i < some; ++i) __builtin_prefetch(row_ + (line_ + i) * kLine, 0, 2);
      count -= some;
      line_ += some;
      if (line_ == per_row_) {
        line_ = 0;
        row_ += pitch_;
        --rows_;
      }
    }
  }

 private:
  const char* row_ = nullptr;
  i64 pitch_ = 0, rows_ = 0, per_row_ = 0, line_ = 0;
};

}  // namespace ascmove
