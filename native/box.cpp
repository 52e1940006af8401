// Recognising a padded box.
#include "plan.h"

namespace ascmove {

bool make_box(const Description& pad, const Description& move, i64 width, Box& box) {
  const std::size_t count = pad.shape.size();
  if (pad.kind != Kind::Fill || move.kind != Kind::Copy || pad.ordered || move.ordered) return false;
  if (count == 0 || move.shape.size() != count || pad.dst_strides != move.dst_strides || move.dst < pad.dst)
    return false;
  i64 distance = 1, rest = move.dst - pad.dst;
  for (std::size_t k = 0; k < count; ++k) {
    if (pad.dst_strides[k] != distance) return false;  // not dense
    distance *= pad.shape[k];
  }
  box.left.assign(count, 0);
  for (std::size_t k = count; k-- > 0;) {
    box.left[k] = rest / pad.dst_strides[k];
    rest -= box.left[k] * pad.dst_strides[k];
    if (box.left[k] + move.shape[k] > pad.shape[k]) return false;
  }
  box.turns = pad.shape;
  box.move = move;
  box.start = pad.dst * width;
  box.fill = pattern_of(pad.fill, width);
  return true;
}

}  // namespace ascmove
