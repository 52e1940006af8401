// AVX-512 F, BW, DQ and VL. VCVTNEPS2BF16 is left alone on purpose: it flushes denormals.

inline F min_of(F a, F b) { return (F)_mm512_min_ps((__m512)a, (__m512)b); }
inline F max_of(F a, F b) { return (F)_mm512_max_ps((__m512)a, (__m512)b); }
inline I clip(I x, I low, I high) {
  return (I)_mm512_min_epi32(_mm512_max_epi32((__m512i)x, (__m512i)low), (__m512i)high);
}
inline I shift_right(I x, I count) { return (I)_mm512_srav_epi32((__m512i)x, (__m512i)count); }

inline F half_values(const void* from) {
  return (F)_mm512_cvtph_ps(_mm256_loadu_si256(static_cast<const __m256i*>(from)));
}
// Streamed: around the caches, `to` on a multiple of 16 (NumPy aligns large arrays to no more than that).
template <bool Streamed>
inline void put(void* to, __m128i value) {
  if constexpr (Streamed) {
    _mm_stream_si128(static_cast<__m128i*>(to), value);
  } else {
    _mm_storeu_si128(static_cast<__m128i*>(to), value);
  }
}
template <bool Streamed>
inline void put(void* to, __m256i value) {
  if constexpr (Streamed) {
    _mm_stream_si128(static_cast<__m128i*>(to), _mm256_castsi256_si128(value));
    _mm_stream_si128(static_cast<__m128i*>(to) + 1, _mm256_extracti128_si256(value, 1));
  } else {
    _mm256_storeu_si256(static_cast<__m256i*>(to), value);
  }
}
template <bool Streamed>
inline void store_floats(char* to, const F (&parts)[kParts]) {
  const __m512i value = (__m512i)parts[0];
  put<Streamed>(to, _mm512_castsi512_si256(value));
  put<Streamed>(to + 32, _mm512_extracti64x4_epi64(value, 1));
}
template <bool Streamed>
inline void store_low16(char* to, const U (&parts)[kParts]) {
  put<Streamed>(to, _mm512_cvtepi32_epi16((__m512i)parts[0]));
}
template <bool Streamed>
inline void store_low8(char* to, const U (&parts)[kParts]) {
  put<Streamed>(to, _mm512_cvtepi32_epi8((__m512i)parts[0]));
}
template <bool Streamed>
inline void store_halves(char* to, const F (&parts)[kParts]) {
  put<Streamed>(to, _mm512_cvtps_ph((__m512)parts[0], _MM_FROUND_TO_NEAREST_INT));
}

// Rounded to 9 bits (NaN: 0), plus offset, saturated to signed bytes, bits flipped.
template <bool Streamed>
inline void store_bytes(char* to, const F (&parts)[kParts], const std::int16_t* offsets, const std::uint8_t* flips) {
  const F x = max_of(all(-256.0F), min_of(all(255.0F), parts[0]));  // lets NaN through
  const __mmask16 number = _mm512_cmp_ps_mask((__m512)x, (__m512)x, _CMP_ORD_Q);
  const __m512i whole = _mm512_maskz_cvtps_epi32(number, (__m512)x);
  const __m512i moved = _mm512_add_epi32(whole, _mm512_cvtepi16_epi32(load<__m256i>(offsets)));
  put<Streamed>(to, _mm_xor_si128(_mm512_cvtsepi32_epi8(moved), load<__m128i>(flips)));
}

// 16 bytes from each of Blocks places, `pitch` apart.
template <int Blocks>
inline auto gathered(const char* from, i64 pitch) {
  const __m128i first = load<__m128i>(from);
  if constexpr (Blocks == 1) {
    return first;
  } else {
    const __m512i two = _mm512_inserti32x4(_mm512_castsi128_si512(first), load<__m128i>(from + pitch), 1);
    const __m512i three = _mm512_inserti32x4(two, load<__m128i>(from + 2 * pitch), 2);
    return _mm512_inserti32x4(three, load<__m128i>(from + 3 * pitch), 3);
  }
}

inline void stream_part(char* to, const char* from) { put<true>(to, load<__m128i>(from)); }
inline void prefetch(const char* at) { _mm_prefetch(at, _MM_HINT_T0); }
inline void stream_line(char* to, const char* from) {  // `to` on a multiple of 64
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
}
template <class V>
inline void stream_vector(char* to, V value) {  // `to` on a multiple of its size
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), (__m512i)value);
}
inline void stream_fence() { _mm_sfence(); }
