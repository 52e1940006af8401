// A compiled Plan: byte strides, loops joined and put into the order of execution, extents known.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "conversion.h"
#include "form.h"
#include "kernels.h"

namespace ascmove {

// One loop of a nest; distances in bytes per turn: destination, source, parameter words.
struct Loop {
  i64 n, d, s, q;
};

struct Nest {
  std::vector<Loop> loops;  // innermost first; empty: one turn
  i64 d = 0, s = 0, q = 0;  // where the nest starts
};

enum class Kind : std::uint8_t { Copy, Fill, Convert };

// A Step as the caller describes it: elements, innermost loop first.
struct Description {
  std::vector<i64> shape, dst_strides, src_strides, word_strides;
  i64 dst = 0, src = 0, word = 0;
  Kind kind = Kind::Copy;
  bool ordered = false;
  std::uint8_t role = 0;
  std::uint64_t fill = 0;
  Conversion conversion;
};

// A fill of a whole box and a move into a part of it, done together: each byte of the box is written once.
struct Box {
  std::vector<i64> turns;  // of the padded box, innermost first, dense in the destination
  std::vector<i64> left;   // turns before the data, per loop
  Description move;        // the data
  i64 start = 0;           // bytes before the box
  std::uint64_t fill = 0;
};

// Whether `pad`, a fill, followed by `move`, a plain move, make a box; then `box` holds it. `width`: of an element.
bool make_box(const Description& pad, const Description& move, i64 width, Box& box);

struct Step {
  Kind kind = Kind::Copy;
  Form form = Form::InOrder;
  bool ordered = false;    // turns may write one byte twice: keep the order of the call
  std::uint8_t role = 0;   // byte state of what is written
  i64 dst_width = 1, src_width = 1, word_width = 8;
  i64 chunk = 1;           // bytes of one turn in the destination
  std::uint64_t fill = 0;
  Conversion conversion;
  Constants constants;
  Nest nest;
  i64 state_chunk = 1;
  Nest state;              // the written bytes as chunks, for the byte states
  i64 elements = 1;
  i64 bytes() const { return elements * dst_width; }
  i64 dst_start = 0, dst_stop = 0, src_start = 0, src_stop = 0, word_start = 0, word_stop = 0;
  std::shared_ptr<const Box> box;  // this Step and the fill before it, as one
};

// The low `width` bytes of a fill.
std::uint64_t pattern_of(std::uint64_t fill, i64 width);

struct Widths {
  i64 dst, src, word;  // bytes of an element
};

// Throws std::invalid_argument for negative offsets or strides, std::overflow_error beyond 64 bits.
Step compiled(const Description& description, const Widths& widths);

class Plan {
 public:
  explicit Plan(const Widths& widths) : widths_(widths) {}

  void add(const Description& description);  // throws like `compiled`

  std::vector<Step> steps;
  i64 dst_stop = 0, src_stop = 0, word_stop = 0;  // bytes each buffer must have
  i64 bytes = 0;                                   // written by all Steps

 private:
  Widths widths_;
  Description last_;
  Box box_;
};

}  // namespace ascmove
