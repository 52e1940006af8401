// AVX2 with F16C.

inline F min_of(F a, F b) { return (F)_mm256_min_ps((__m256)a, (__m256)b); }
inline F max_of(F a, F b) { return (F)_mm256_max_ps((__m256)a, (__m256)b); }
inline I clip(I x, I low, I high) {
  return (I)_mm256_min_epi32(_mm256_max_epi32((__m256i)x, (__m256i)low), (__m256i)high);
}
inline I shift_right(I x, I count) { return (I)_mm256_srav_epi32((__m256i)x, (__m256i)count); }

inline F half_values(const void* from) {
  return (F)_mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(from)));
}
inline void store_low16(void* to, const U (&parts)[kParts]) {
  const U mask = all(std::uint32_t{0xFFFF});
  const __m256i packed = _mm256_packus_epi32((__m256i)(parts[0] & mask), (__m256i)(parts[1] & mask));
  _mm256_storeu_si256(static_cast<__m256i*>(to), _mm256_permute4x64_epi64(packed, 0xD8));
}
inline void store_low8(void* to, const U (&parts)[kParts]) {
  const U mask = all(std::uint32_t{0xFF});
  const __m256i words = _mm256_packus_epi32((__m256i)(parts[0] & mask), (__m256i)(parts[1] & mask));
  const __m256i bytes = _mm256_packus_epi16(words, words);
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 0, 4, 1, 5);
  _mm_storeu_si128(static_cast<__m128i*>(to),
                   _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(bytes, order)));
}
inline void store_halves(void* to, const F (&parts)[kParts]) {
  __m128i* out = static_cast<__m128i*>(to);
  _mm_storeu_si128(out, _mm256_cvtps_ph((__m256)parts[0], _MM_FROUND_TO_NEAREST_INT));
  _mm_storeu_si128(out + 1, _mm256_cvtps_ph((__m256)parts[1], _MM_FROUND_TO_NEAREST_INT));
}

inline void prefetch(const char* at) { _mm_prefetch(at, _MM_HINT_T0); }
inline void stream_line(char* to, const char* from) {  // `to` on a multiple of 64
  const __m256i* in = reinterpret_cast<const __m256i*>(from);
  __m256i* out = reinterpret_cast<__m256i*>(to);
  const __m256i a = _mm256_loadu_si256(in), b = _mm256_loadu_si256(in + 1);
  _mm256_stream_si256(out, a);
  _mm256_stream_si256(out + 1, b);
}
inline void stream_fence() { _mm_sfence(); }
