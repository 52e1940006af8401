// hifloat8_t, one number at a time.
#include "hifloat8.h"

#include <bit>

namespace ascmove {
namespace {

// Mantissa bits that hifloat8_t keeps at a binary exponent.
int hif8_kept(int power) {
  const int size = power < 0 ? -power : power;
  if (power < -15) return 0;
  return size <= 3 ? 3 : size <= 7 ? 2 : 1;
}

// Code of 2^power * (1 + mantissa / 2^kept); infinity above 2^15.
std::uint32_t hif8_pack(int power, std::uint32_t mantissa) {
  const int size = power < 0 ? -power : power;
  const std::uint32_t sign = power < 0 ? 1 : 0;
  const auto rest = static_cast<std::uint32_t>(size);
  if (power < -22) return 0;
  if (power < -15) return static_cast<std::uint32_t>(power + 23);
  if (power > 15) return 0x6F;
  if (size == 0) return 0x08 | mantissa;
  if (size == 1) return 0x10 | sign << 3 | mantissa;
  if (size <= 3) return 0x20 | sign << 4 | (rest - 2) << 3 | mantissa;
  if (size <= 7) return 0x40 | sign << 4 | (rest - 4) << 2 | mantissa;
  return 0x60 | sign << 4 | (rest - 8) << 1 | mantissa;
}

// Whether the number is rounded up: half away from zero, or by the hybrid threshold.
bool hif8_carries(std::uint32_t bits, int power, int kept, bool hybrid) {
  const bool last = power == -23;  // numbers that only just round up to the smallest code
  if (!hybrid) return last || (bits >> (22 - kept) & 1U);
  const std::uint32_t tie = 0x2000, threshold = bits & 0x3FFFU;
  const std::uint32_t fraction = last ? tie | (bits >> 10 & 0x1FFFU) : bits >> (9 - kept) & 0x3FFFU;
  return fraction >= (power >= -3 && power <= 3 ? tie : threshold);
}

// Code of the number cut to its kept bits, or of the next one up; saturated.
std::uint8_t neighbour(std::uint32_t bits, bool up) {
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  const int power = static_cast<int>(magnitude >> 23) - 127, kept = hif8_kept(power);
  std::uint32_t mantissa = magnitude >> (23 - kept) & ((1U << kept) - 1U), code = 0;
  if (power == -23) {
    code = up ? hif8_pack(-22, 0) : 0;
  } else if (power > -23) {
    mantissa += up ? 1U : 0U;
    code = mantissa >> kept ? hif8_pack(power + 1, 0) : hif8_pack(power, mantissa);
  }
  if (code == 0x6F) code = 0x6E;
  return static_cast<std::uint8_t>(code ? code | (bits >> 24 & 0x80U) : 0);
}

}  // namespace

std::uint8_t hif8_code(float x, bool hybrid, bool saturate) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return saturate ? 0x00 : 0x80;
  std::uint32_t code = 0x6F;
  if (magnitude < 0x7F800000U) {
    const int power = static_cast<int>(magnitude >> 23) - 127, kept = hif8_kept(power);
    std::uint32_t mantissa = magnitude >> (23 - kept) & ((1U << kept) - 1U);
    if (power < -23) return 0;
    int exponent = power;
    if (hif8_carries(bits, power, kept, hybrid)) {
      ++mantissa;
      if (power == -23 || mantissa >> kept) {
        ++exponent;
        mantissa = 0;
      }
    }
    code = hif8_pack(exponent, mantissa);
  }
  if (saturate && code == 0x6F) code = 0x6E;
  return static_cast<std::uint8_t>(code ? code | (bits >> 24 & 0x80U) : 0);
}

HiFloat8Tables::HiFloat8Tables() {
  for (std::uint32_t i = 0; i < 1 << 13; ++i) {
    const std::uint32_t bits = i << 19;
    const bool special = (bits & 0x7F800000U) == 0x7F800000U;  // of these only infinity is ever looked up
    away[i] = hif8_code(std::bit_cast<float>(special ? bits & 0xFF800000U : bits), false, true);
  }
  for (std::uint32_t i = 0; i < 1 << 12; ++i) {
    below[i] = neighbour(i << 20, false);
    above[i] = neighbour(i << 20, true);
  }
  for (int field = 0; field < 256; ++field) {
    const int power = field - 127;
    shift[field] = static_cast<std::uint8_t>(9 - hif8_kept(power));
    near_one[field] = power >= -3 && power <= 3;
  }
}

const HiFloat8Tables& hif8_tables() {
  static const HiFloat8Tables tables;
  return tables;
}

}  // namespace ascmove
