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
  put<Streamed>(to, (__m256i)parts[0]);
  put<Streamed>(to + 32, (__m256i)parts[1]);
}
// Lanes hold 0 to 0xFFFF.
template <bool Streamed>
inline void store_low16(char* to, const U (&parts)[kParts]) {
  const __m256i packed = _mm256_packus_epi32((__m256i)parts[0], (__m256i)parts[1]);
  put<Streamed>(to, _mm256_permute4x64_epi64(packed, 0xD8));
}
// Lanes hold 0 to 0xFF.
template <bool Streamed>
inline void store_low8(char* to, const U (&parts)[kParts]) {
  const __m256i words = _mm256_packus_epi32((__m256i)parts[0], (__m256i)parts[1]);
  const __m256i ordered = _mm256_permute4x64_epi64(words, 0xD8);
  put<Streamed>(to, _mm_packus_epi16(_mm256_castsi256_si128(ordered), _mm256_extracti128_si256(ordered, 1)));
}
template <bool Streamed>
inline void store_halves(char* to, const F (&parts)[kParts]) {
  put<Streamed>(to, _mm256_cvtps_ph((__m256)parts[0], _MM_FROUND_TO_NEAREST_INT));
  put<Streamed>(to + 16, _mm256_cvtps_ph((__m256)parts[1], _MM_FROUND_TO_NEAREST_INT));
}

// Rounded to 9 bits (NaN: 0), plus offset, saturated to signed bytes, bits flipped.
template <bool Streamed>
inline void store_bytes(char* to, const F (&parts)[kParts], const std::int16_t* offsets, const std::uint8_t* flips) {
  __m256i whole[2];
  for (int p = 0; p < 2; ++p) {
    const F x = max_of(all(-256.0F), min_of(all(255.0F), parts[p]));  // lets NaN through
    whole[p] = _mm256_cvtps_epi32((__m256)x);                         // NaN: the smallest integer
  }
  __m256i v = _mm256_permute4x64_epi64(_mm256_packs_epi32(whole[0], whole[1]), 0xD8);
  v = _mm256_andnot_si256(_mm256_cmpeq_epi16(v, _mm256_set1_epi16(-32768)), v);
  v = _mm256_add_epi16(v, load<__m256i>(offsets));
  const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  put<Streamed>(to, _mm_xor_si128(bytes, load<__m128i>(flips)));
}

// 16 bytes from each of Blocks places, `pitch` apart.
template <int Blocks>
inline auto gathered(const char* from, i64 pitch) {
  const __m128i first = load<__m128i>(from);
  if constexpr (Blocks == 1) {
    return first;
  } else {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(first), load<__m128i>(from + pitch), 1);
  }
}

inline void stream_part(char* to, const char* from) { put<true>(to, load<__m128i>(from)); }
inline void prefetch(const char* at) { _mm_prefetch(at, _MM_HINT_T0); }
inline void stream_line(char* to, const char* from) {  // `to` on a multiple of 64
  const __m256i* in = reinterpret_cast<const __m256i*>(from);
  __m256i* out = reinterpret_cast<__m256i*>(to);
  const __m256i a = _mm256_loadu_si256(in), b = _mm256_loadu_si256(in + 1);
  _mm256_stream_si256(out, a);
  _mm256_stream_si256(out + 1, b);
}
template <class V>
inline void stream_vector(char* to, V value) {  // `to` on a multiple of its size
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to), (__m256i)value);
}
inline void stream_fence() { _mm_sfence(); }
