// How a Step is walked. Decided once, when the Plan is compiled.
#pragma once

#include <cstdint>

namespace ascmove {

struct Step;

enum class Form : std::uint8_t {
  InOrder,    // turns may collide: exactly the order of the call
  Whole,      // one run of bytes
  Cells,      // dense pieces on both sides: loops[0] counts the pieces of a row, loops[1] the rows
  Transpose,  // loops[0] is dense in the destination, loops[1] in the source
  Strided,    // nothing is dense on both sides
};

// Chooses the form of a compiled Step and brings its loops into the order that the form expects.
void choose_form(Step& step);

}  // namespace ascmove
