// Stores that work lane by lane: hifloat8_t (by tables), double and fp8_e8m0_t. Included inside the namespace of a level.

inline std::uint32_t float_bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }

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
  if (kind == Store::E8M0) {
    for (int i = 0; i < kUnit; ++i) out[i] = e8m0_code(values[i], k);
  } else if (!k.saturate) {
    for (int i = 0; i < kUnit; ++i) out[i] = hif8_code(values[i], kind == Store::HiFloat8Hybrid, false);
  } else if (kind == Store::HiFloat8) {
    for (int i = 0; i < kUnit; ++i) out[i] = k.hif8->away[float_bits(values[i]) >> 19];
  } else {
    for (int i = 0; i < kUnit; ++i) out[i] = k.hif8->hybrid(float_bits(values[i]));
  }
  __builtin_memcpy(to, out, sizeof out);
}
