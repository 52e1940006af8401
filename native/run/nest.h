// Walking a nest: every loop from `first` on, innermost of them fastest, calls `body(d, s, q)` with byte offsets.
#pragma once

#include "plan.h"

namespace ascmove {

template <class Body>
void walk(const Loop* loops, int first, int count, i64 d, i64 s, i64 q, const Body& body) {
  if (count == first) {
    body(d, s, q);
    return;
  }
  const Loop& outer = loops[count - 1];
  for (i64 i = 0; i < outer.n; ++i) {
    if (count - 1 == first) {
      body(d, s, q);
    } else {
      walk(loops, first, count - 1, d, s, q, body);
    }
    d += outer.d;
    s += outer.s;
    q += outer.q;
  }
}

// Whether the loops from `first` on go by multiples of `size`, a power of two.
inline bool steps_by(const Nest& nest, i64 size, std::size_t first) {
  i64 bits = 0;
  for (std::size_t k = first; k < nest.loops.size(); ++k) bits |= nest.loops[k].d;
  return (bits & (size - 1)) == 0;
}

// Whether every turn of them starts on such a multiple, too.
inline bool aligned(const Nest& nest, const char* base, i64 size, std::size_t first = 0) {
  const i64 start = nest.d + static_cast<i64>(reinterpret_cast<std::uintptr_t>(base));
  return (start & (size - 1)) == 0 && steps_by(nest, size, first);
}

// The two innermost loops of a nest, loops of one turn where it has fewer.
struct Inner {
  Loop a{1, 0, 0, 0}, b{1, 0, 0, 0};
  int outer = 0;  // index of the first loop that is left

  explicit Inner(const Nest& nest) {
    const auto count = static_cast<int>(nest.loops.size());
    if (count > 0) a = nest.loops[0];
    if (count > 1) b = nest.loops[1];
    outer = count < 2 ? count : 2;
  }
};

}  // namespace ascmove
