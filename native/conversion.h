// What a conversion does to one element, as data. Mirrors ascmove.formats.conversion; knows nothing of calls.
#pragma once

#include <cstdint>

#include "hifloat8.h"

namespace ascmove {

enum class Source : std::uint8_t { Float, Int32, Int32Shifted, Half };
enum class Scale : std::uint8_t { None, Scalar, Vector };  // Vector: one word per element
enum class Store : std::uint8_t { Float, Half, BFloat16, E4M3, E5M2, HiFloat8, HiFloat8Hybrid, Byte, Double, E8M0 };
enum class Multiplier : std::uint8_t { None, Float32, Float19, Half };
enum class Shift : std::uint8_t { None, ModeBit, Always };

constexpr int kSources = 4, kScales = 3, kStores = 10;

// The kind of loop that does the work.
enum class Work : std::uint8_t {
  Convert,   // source -> float -> store
  Shift16,   // int32 -> shifted int16
  ReluBits,  // same type on both sides: keep bit patterns 1..hi, all others become 0
};

struct Conversion {
  Work work = Work::Convert;
  Source source = Source::Float;
  Store store = Store::Float;
  Multiplier multiplier = Multiplier::None;
  Shift shift = Shift::None;
  bool relu_source = false;
  bool relu_result = false;
  bool saturate = true;
  bool has_word = false;      // the word below acts on all elements
  bool reads_words = false;   // one word per element
  std::uint64_t word = 0;
  std::uint64_t relu_high = 0;  // ReluBits: highest bit pattern of a positive value
};

// Constants of one run, ready for vector code. Arrays hold decoded words, 16 readable entries past the last.
struct Constants {
  // scale: product = (x & (x > 0 | keep_source)) * m + zero
  float m = 1.0F;
  float zero = -0.0F;  // -0 changes nothing; ReLU on the source adds +0, which makes every zero +0
  std::uint32_t keep_source = ~0U;
  // shift
  std::int32_t count = 1;
  std::uint32_t asked = ~0U;
  // byte results: value + offset, saturated to -128 ... 127, then bits flipped; offset is 128 less for uint8_t
  std::int16_t offset = -128;
  std::uint8_t flip = 0x80;
  // per element
  const float* ms = nullptr;
  const std::int16_t* offsets = nullptr;
  const std::uint8_t* flips = nullptr;
  const std::int32_t* counts = nullptr;
  const std::uint32_t* askeds = nullptr;
  // store: value kept where 0 < value <= top, or everywhere when keep_result; NaN becomes nan_bits; |value| <= bound
  std::uint32_t keep_result = ~0U;
  float top = 0.0F;
  std::uint32_t nan_bits = 0;
  float bound = 0.0F;
  bool saturate = true;
  std::int32_t low_int16 = -32768;  // 0 with ReLU
  std::uint64_t relu_high = 0;
  const HiFloat8Tables* hif8 = nullptr;
};

Constants constants_of(const Conversion& conversion);

// Fields of one parameter word.
struct Word {
  float m;
  std::int16_t offset;
  std::uint8_t flip;
  std::int32_t count;
  std::uint32_t asked;
};

Word decode_word(std::uint64_t word, Multiplier kind, bool always);

}  // namespace ascmove
