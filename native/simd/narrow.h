// Floats to bit patterns of narrower types by integer arithmetic, and halves back: no flush of denormals anywhere.

// Rounds |x| to `Mantissa` bits, nearest even; the result is a code of `Exponent` exponent bits, without sign.
// Too large a number gives a code that is too large; NaN gives any such.
template <int Exponent, int Mantissa>
inline U narrow_magnitude(U magnitude) {
  constexpr int kShift = 23 - Mantissa;
  constexpr int kBias = (1 << (Exponent - 1)) - 1;
  constexpr std::uint32_t kFirstNormal = static_cast<std::uint32_t>(127 - kBias + 1) << 23;
  // adding this power of two leaves the denormal code in the lowest mantissa bits, rounded by the addition itself
  constexpr std::uint32_t kMagic = static_cast<std::uint32_t>(127 - kBias + 1 - Mantissa + 23) << 23;
  const U odd = (magnitude >> kShift) & all(std::uint32_t{1});
  const U half = all((std::uint32_t{1} << (kShift - 1)) - 1);
  const U normal = (magnitude + half + odd - all(static_cast<std::uint32_t>(127 - kBias) << 23)) >> kShift;
  const F magic = as_float(all(kMagic));
  const U denormal = as_bits(as_float(magnitude) + magic) - all(kMagic);
  const U small = (U)((I)magnitude < (I)all(kFirstNormal));
  return where(small, denormal, normal);
}

// Code with sign of a float that is NaN or beyond the largest number only where Clamped is false. Then codes above
// `top` become `top`, NaN becomes `nan`; without infinity (`top` is NaN, too) what is too large loses its sign.
template <int Exponent, int Mantissa, bool Infinity, bool Clamped>
inline U narrow(F x, std::uint32_t top, std::uint32_t nan) {
  const U bits = as_bits(x);
  const U magnitude = bits & all(0x7FFFFFFFU);
  U code = narrow_magnitude<Exponent, Mantissa>(magnitude);
  const U sign = (bits & all(0x80000000U)) >> (31 - Exponent - Mantissa);
  if constexpr (Clamped) return code | sign;
  const U large = (U)((I)code > (I)all(top)) | (U)((I)magnitude >= (I)all(0x7F800000U));
  code = where(large, all(top), code);
  if constexpr (Infinity) {
    const U isnan = (U)((I)magnitude > (I)all(0x7F800000U));
    return where(isnan, all(nan), code | sign);
  }
  const U lost = (U)(code == all(top));
  return code | (sign & ~lost);
}

inline U half_codes(F x) { return narrow<5, 10, true, false>(x, 0x7C00, 0x7E00); }

inline F half_from_bits(U half) {
  const U rest = half & all(0x7FFFU);
  const U sign = (half & all(0x8000U)) << 16;
  const F value = as_float(rest << 13) * all(0x1p112F);
  const U special = (U)((I)rest >= (I)all(0x7C00U));
  return as_float(sign | as_bits(value) | (special & all(0x7F800000U)));
}

template <bool Streamed>
inline void store_low16(char* to, const U (&parts)[kParts]);
template <bool Streamed>
inline void store_halves_by_bits(char* to, const F (&parts)[kParts]) {
  U codes[kParts];
  ASCMOVE_UNROLL
  for (int k = 0; k < kParts; ++k) codes[k] = half_codes(parts[k]);
  store_low16<Streamed>(to, codes);
}

template <bool Clamped>
inline U bfloat16_codes(F x) {
  const U bits = as_bits(x);
  const U rounded = (bits + all(0x7FFFU) + ((bits >> 16) & all(1U))) >> 16;
  return Clamped ? rounded : where((U)(x == x), rounded, all(0x7FFFU));
}
