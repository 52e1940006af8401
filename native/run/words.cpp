// Decoding parameter words.
#include "run/words.h"

#include <cstring>

namespace ascmove {
namespace {

std::uint64_t read_word(const char* from, i64 width) {
  std::uint64_t word = 0;
  for (i64 i = 0; i < width; ++i) word |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[i])) << (8 * i);
  return word;
}

}  // namespace

void WordArrays::put(i64 at, std::uint64_t bits) {
  const Word word = decode_word(bits, step_.conversion.multiplier, step_.conversion.shift == Shift::Always);
  ms_[at] = word.m;
  offsets_[at] = word.offset;
  flips_[at] = word.flip;
  counts_[at] = word.count;
  askeds_[at] = word.asked;
}

i64 WordArrays::decode(Constants& k, const char* words, i64 n0, i64 q0, i64 n1, i64 q1) {
  const i64 rows = q1 == 0 ? 1 : n1;
  const i64 shape[4] = {n0, q0, rows, q1};
  if (words != last_ || std::memcmp(shape, shape_, sizeof shape) != 0) {
    for (i64 j = 0; j < rows; ++j)
      for (i64 i = 0; i < n0; ++i) put(j * n0 + i, read_word(words + j * q1 + i * q0, step_.word_width));
    for (i64 i = 0; i < kSlack; ++i) put(rows * n0 + i, 0);
    last_ = words;
    std::memcpy(shape_, shape, sizeof shape);
  }
  k.ms = ms_;
  k.offsets = offsets_;
  k.flips = flips_;
  k.counts = counts_;
  k.askeds = askeds_;
  return q1 == 0 ? 0 : n0;
}

}  // namespace ascmove
