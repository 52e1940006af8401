// Parameter words and the constants of a run.
#include "conversion.h"

#include <bit>
#include <limits>

namespace ascmove {
namespace {

constexpr std::uint32_t kExponent = 0x7F800000U, kSign = 0x80000000U, kReduced = 0xFFFFE000U;
constexpr std::uint32_t kQuietNan = 0x7FC00000U;

float half_value(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t rest = half & 0x7FFFU;
  if (rest >= 0x7C00U) return std::bit_cast<float>(sign | kExponent | (rest & 0x3FFU) << 13);
  const float value = std::bit_cast<float>(rest << 13) * 0x1p112F;  // denormal halves come out right, too
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(value));
}

float multiplier_value(std::uint64_t word, Multiplier kind) {
  if (kind == Multiplier::Half) return half_value(static_cast<std::uint32_t>(word & 0xFFFFU));
  auto bits = static_cast<std::uint32_t>(word);
  if (kind == Multiplier::Float19) {
    bits &= kReduced;
    if (!(bits & kExponent)) bits &= kSign;
  }
  return std::bit_cast<float>(bits);
}

float bound_of(Store store) {
  switch (store) {
    case Store::Half: return 65504.0F;
    case Store::BFloat16: return std::bit_cast<float>(0x7F7F0000U);
    case Store::E4M3: return 448.0F;
    case Store::E5M2: return 57344.0F;
    default: return std::numeric_limits<float>::infinity();
  }
}

}  // namespace

Word decode_word(std::uint64_t word, Multiplier kind, bool always) {
  const auto field = static_cast<std::int32_t>(word >> 37 & 0x1FFU);
  const bool is_signed = (word >> 46 & 1U) != 0;
  return {
      multiplier_value(word, kind),
      static_cast<std::int16_t>((field ^ 0x100) - 0x100 - (is_signed ? 0 : 128)),
      static_cast<std::uint8_t>(is_signed ? 0 : 0x80),
      static_cast<std::int32_t>(word >> 32 & 15U) + 1,
      (always || (word >> 36 & 1U)) ? ~0U : 0U,
  };
}

Constants constants_of(const Conversion& c) {
  Constants k;
  if (c.has_word) {
    const Word word = decode_word(c.word, c.multiplier, c.shift == Shift::Always);
    k.m = word.m;
    k.offset = word.offset;
    k.flip = word.flip;
    k.count = word.count;
    k.asked = word.asked;
  }
  if (c.relu_source) {
    k.keep_source = 0;
    k.zero = 0.0F;
  }
  const float infinity = std::numeric_limits<float>::infinity();
  k.keep_result = c.relu_result ? 0 : ~0U;
  // fp8_e4m3fn has no infinity: kept overflow (beyond 464, the tie with the next step) is NaN, and ReLU drops NaN
  k.top = c.store == Store::E4M3 && !c.saturate ? 464.0F : infinity;
  k.saturate = c.saturate;
  k.bound = c.saturate ? bound_of(c.store) : infinity;
  k.nan_bits = c.saturate && c.store != Store::Float && c.store != Store::E8M0 ? 0U : kQuietNan;
  k.low_int16 = c.relu_result ? 0 : -32768;
  k.relu_high = c.relu_high;
  if (c.store == Store::HiFloat8 || c.store == Store::HiFloat8Hybrid) k.hif8 = &hif8_tables();
  if (c.store == Store::E8M0 && c.relu_result) {  // has no negative codes: ReLU drops NaN alone, after the store
    k.keep_result = ~0U;
    k.relu_high = 1;
  }
  return k;
}

}  // namespace ascmove
