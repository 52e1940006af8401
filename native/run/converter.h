// The kernel of a converting Step with its constants and decoded parameter words.
#pragma once

#include "run.h"
#include "run/words.h"

namespace ascmove {

class Converter {
 public:
  explicit Converter(const Task& task);

  const Step& step() const { return step_; }
  bool reads_words() const { return step_.conversion.reads_words; }

  // Cells that are dense in both. The words of the cells: where the first one lies, and the distances from element
  // to element and cell to cell; at most kBlock distinct ones, the same for every row.
  void rows(Rows cells, i64 q, i64 q0, i64 q1, bool streamed = false) {
    if (reads_words()) cells.words = arrays_.decode(constants_, words_ + q, cells.n0, q0, cells.n1, q1);
    if (kept_ != nullptr) {
      through_floats(cells);
    } else {
      (streamed ? streamed_ : kernel_)(cells, constants_);
    }
  }
  // Whether rows of whole units of 16 elements can go around the caches.
  bool can_stream() const { return kept_ == nullptr && streamed_ != nullptr; }

 private:
  const Step& step_;
  void through_floats(const Rows& rows);

  ConvertRows kernel_ = nullptr, streamed_ = nullptr, kept_ = nullptr;
  Constants constants_;
  WordArrays arrays_;
  const char* words_;
};

}  // namespace ascmove
