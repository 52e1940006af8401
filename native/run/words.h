// Parameter words of a block, decoded into arrays that vector code reads.
#pragma once

#include <cstdint>

#include "plan.h"

namespace ascmove {

constexpr i64 kBlock = 1024;  // elements whose words are decoded at a time
constexpr i64 kSlack = 16;    // readable entries past the last

class WordArrays {
 public:
  explicit WordArrays(const Step& step) : step_(step) {}

  // Decodes n1 rows of n0 words unless they are the ones decoded last; points `k` at them.
  // Returns how many entries one row lies behind the other.
  i64 decode(Constants& k, const char* words, i64 n0, i64 q0, i64 n1, i64 q1);

 private:
  void put(i64 at, std::uint64_t word);

  const Step& step_;
  const char* last_ = nullptr;
  i64 shape_[4] = {0, 0, 0, 0};
  alignas(64) float ms_[kBlock + kSlack];
  alignas(64) std::int16_t offsets_[kBlock + kSlack];
  alignas(64) std::uint8_t flips_[kBlock + kSlack];
  alignas(64) std::int32_t counts_[kBlock + kSlack];
  alignas(64) std::uint32_t askeds_[kBlock + kSlack];
};

}  // namespace ascmove
