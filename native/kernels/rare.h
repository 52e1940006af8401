// Stores that work lane by lane: hifloat8_t, double and fp8_e8m0_t. Included inside the namespace of a level.

inline std::uint32_t float_bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }

// Mantissa bits that hifloat8_t keeps at a binary exponent.
inline int hif8_kept(int power) {
  const int size = power < 0 ? -power : power;
  if (power < -15) return 0;
  return size <= 3 ? 3 : size <= 7 ? 2 : 1;
}

// Code of 2^power * (1 + mantissa / 2^kept); infinity above 2^15.
inline std::uint32_t hif8_pack(int power, std::uint32_t mantissa) {
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
inline bool hif8_carries(std::uint32_t bits, int power, int kept, bool hybrid) {
  const bool last = power == -23;  // numbers that only just round up to the smallest code
  if (!hybrid) return last || (bits >> (22 - kept) & 1U);
  const std::uint32_t tie = 0x2000, threshold = bits & 0x3FFFU;
  const std::uint32_t fraction = last ? tie | (bits >> 10 & 0x1FFFU) : bits >> (9 - kept) & 0x3FFFU;
  return fraction >= (power >= -3 && power <= 3 ? tie : threshold);
}

inline std::uint8_t hif8_code(float x, bool hybrid, bool saturate) {
  const std::uint32_t bits = float_bits(x), magnitude = bits & 0x7FFFFFFFU;
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

// fp8_e8m0_t: the exponent field, mantissa and sign dropped. NaN stays, whatever the overflow mode.
inline std::uint8_t e8m0_code(float x, const Constants& k) {
  const std::uint32_t bits = float_bits(x), field = bits >> 23 & 0xFFU;
  if ((bits & 0x7FFFFFFFU) > 0x7F800000U) return k.relu_high ? 0x00 : 0xFF;
  if (k.saturate && field == 0xFF) return 0xFE;
  return static_cast<std::uint8_t>(field == 0xFF && k.relu_high ? 0 : field);
}

inline double double_of(float x, const Constants& k) {
  if (k.saturate && (float_bits(x) & 0x7FFFFFFFU) == 0x7F800000U) return x < 0 ? -__DBL_MAX__ : __DBL_MAX__;
  return static_cast<double>(x);
}

inline void store_rare(Store kind, char* to, const float (&values)[kUnit], const Constants& k) {
  if (kind == Store::Double) {
    double out[kUnit];
    for (int i = 0; i < kUnit; ++i) out[i] = double_of(values[i], k);
    __builtin_memcpy(to, out, sizeof out);
    return;
  }
  std::uint8_t out[kUnit];
  for (int i = 0; i < kUnit; ++i)
    out[i] = kind == Store::E8M0 ? e8m0_code(values[i], k)
                                 : hif8_code(values[i], kind == Store::HiFloat8Hybrid, k.saturate);
  __builtin_memcpy(to, out, sizeof out);
}
