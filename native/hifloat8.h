// hifloat8_t: a float to its code, one at a time, and tables for many that saturate. See formats/hifloat8.py.
#pragma once

#include <cstdint>

namespace ascmove {

std::uint8_t hif8_code(float x, bool hybrid, bool saturate);

// Codes of floats that are not NaN, saturated. Half away from zero depends on sign, exponent and the top 4 mantissa
// bits alone. Hybrid rounding chooses between the code below and above, by sign, exponent and the top 3 bits.
struct HiFloat8Tables {
  std::uint8_t away[1 << 13];
  std::uint8_t below[1 << 12], above[1 << 12];
  std::uint8_t shift[1 << 8];      // brings the bits under the kept ones down to 14 bits, by exponent
  std::uint8_t near_one[1 << 8];   // exponents from -3 to 3: the tie bit decides

  HiFloat8Tables();

  std::uint8_t hybrid(std::uint32_t bits) const {
    constexpr std::uint32_t kTie = 0x2000, kLast = 127 - 23;  // the exponent that only just rounds up to a code
    const std::uint32_t field = bits >> 23 & 0xFFU, low = bits & 0x3FFFU;
    const std::uint32_t fraction = field == kLast ? kTie | (bits >> 10 & 0x1FFFU) : bits >> shift[field] & 0x3FFFU;
    const bool carries = fraction >= (near_one[field] ? kTie : low);
    const std::uint32_t top = bits >> 20;  // by itself: GCC 12 reads the wrong place where it checks this shift
    return carries ? above[top] : below[top];
  }
};

const HiFloat8Tables& hif8_tables();

}  // namespace ascmove
