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
inline void store_low16(void* to, const U (&parts)[kParts]) {
  _mm256_storeu_si256(static_cast<__m256i*>(to), _mm512_cvtepi32_epi16((__m512i)parts[0]));
}
inline void store_low8(void* to, const U (&parts)[kParts]) {
  _mm_storeu_si128(static_cast<__m128i*>(to), _mm512_cvtepi32_epi8((__m512i)parts[0]));
}
inline void store_halves(void* to, const F (&parts)[kParts]) {
  _mm256_storeu_si256(static_cast<__m256i*>(to),
                      _mm512_cvtps_ph((__m512)parts[0], _MM_FROUND_TO_NEAREST_INT));
}

inline void prefetch(const char* at) { _mm_prefetch(at, _MM_HINT_T0); }
inline void stream_line(char* to, const char* from) {  // `to` on a multiple of 64
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
}
inline void stream_fence() { _mm_sfence(); }
