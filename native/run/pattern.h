// Values that fill memory.
#pragma once

#include "run/line.h"

namespace ascmove {

// `pattern` of `width` bytes in every place of 8 bytes.
inline std::uint64_t repeated(std::uint64_t pattern, i64 width) {
  for (i64 size = width; size < 8; size *= 2) pattern |= pattern << (8 * size);
  return pattern;
}

}  // namespace ascmove
