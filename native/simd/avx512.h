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

// Rounded to 9 bits (NaN: 0), plus offset, clamped to low ... low + 255; the low bytes.
template <bool Streamed>
inline void store_bytes(char* to, const F (&parts)[kParts], const std::int16_t* offsets, const std::int16_t* lows) {
  const F x = max_of(all(-256.0F), min_of(all(255.0F), parts[0]));  // lets NaN through
  __m256i v = _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32((__m512)x));  // NaN: the smallest integer, saturated
  v = _mm256_andnot_si256(_mm256_cmpeq_epi16(v, _mm256_set1_epi16(-32768)), v);
  const __m256i low = load<__m256i>(lows);
  v = _mm256_max_epi16(_mm256_add_epi16(v, load<__m256i>(offsets)), low);
  v = _mm256_min_epi16(v, _mm256_add_epi16(low, _mm256_set1_epi16(255)));
  v = _mm256_and_si256(v, _mm256_set1_epi16(255));
  put<Streamed>(to, _mm_packus_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)));
}

inline void stream_part(char* to, const char* from) { put<true>(to, load<__m128i>(from)); }
inline void prefetch(const char* at) { _mm_prefetch(at, _MM_HINT_T0); }
inline void stream_line(char* to, const char* from) {  // `to` on a multiple of 64
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
}
inline void stream_fence() { _mm_sfence(); }
