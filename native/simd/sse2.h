// x86-64 baseline.

inline F min_of(F a, F b) { return (F)_mm_min_ps((__m128)a, (__m128)b); }
inline F max_of(F a, F b) { return (F)_mm_max_ps((__m128)a, (__m128)b); }
inline I clip(I x, I low, I high) {
  x = where((U)(x < low), low, x);
  return where((U)(x > high), high, x);
}
inline I shift_right(I x, I count) { return x >> count; }

inline F half_values(const void* from) {
  const __m128i halves = _mm_loadl_epi64(static_cast<const __m128i*>(from));
  return half_from_bits((U)_mm_unpacklo_epi16(halves, _mm_setzero_si128()));
}

// The low 16 bits of each lane: sign-extended first, so that the pack, which saturates, keeps them.
inline __m128i low16(U a, U b) {
  return _mm_packs_epi32(_mm_srai_epi32(_mm_slli_epi32((__m128i)a, 16), 16),
                         _mm_srai_epi32(_mm_slli_epi32((__m128i)b, 16), 16));
}
// Streamed: around the caches, `to` on a multiple of 16.
template <bool Streamed>
inline void put(void* to, __m128i value) {
  if constexpr (Streamed) {
    _mm_stream_si128(static_cast<__m128i*>(to), value);
  } else {
    _mm_storeu_si128(static_cast<__m128i*>(to), value);
  }
}
template <bool Streamed>
inline void store_floats(char* to, const F (&parts)[kParts]) {
  for (int p = 0; p < kParts; ++p) put<Streamed>(to + 16 * p, (__m128i)parts[p]);
}
// Lanes hold 0 to 0xFFFF.
template <bool Streamed>
inline void store_low16(char* to, const U (&parts)[kParts]) {
  put<Streamed>(to, low16(parts[0], parts[1]));
  put<Streamed>(to + 16, low16(parts[2], parts[3]));
}
// Lanes hold 0 to 0xFF.
template <bool Streamed>
inline void store_low8(char* to, const U (&parts)[kParts]) {
  const __m128i a = _mm_packs_epi32((__m128i)parts[0], (__m128i)parts[1]);
  const __m128i b = _mm_packs_epi32((__m128i)parts[2], (__m128i)parts[3]);
  put<Streamed>(to, _mm_packus_epi16(a, b));
}
template <bool Streamed>
inline void store_halves(char* to, const F (&parts)[kParts]) {
  store_halves_by_bits<Streamed>(to, parts);
}

// Rounded to 9 bits (NaN: 0), plus offset, saturated to signed bytes, bits flipped.
template <bool Streamed>
inline void store_bytes(char* to, const F (&parts)[kParts], const std::int16_t* offsets, const std::uint8_t* flips) {
  __m128i words[2];
  for (int h = 0; h < 2; ++h) {
    __m128i whole[2];
    for (int q = 0; q < 2; ++q) {
      const F x = max_of(all(-256.0F), min_of(all(255.0F), parts[2 * h + q]));  // lets NaN through
      whole[q] = _mm_cvtps_epi32((__m128)x);                                    // NaN: the smallest integer
    }
    __m128i v = _mm_packs_epi32(whole[0], whole[1]);
    v = _mm_andnot_si128(_mm_cmpeq_epi16(v, _mm_set1_epi16(-32768)), v);
    words[h] = _mm_add_epi16(v, load<__m128i>(offsets + 8 * h));
  }
  put<Streamed>(to, _mm_xor_si128(_mm_packs_epi16(words[0], words[1]), load<__m128i>(flips)));
}

// 16 bytes.
template <int Blocks>
inline __m128i gathered(const char* from, i64) {
  return load<__m128i>(from);
}

inline void stream_part(char* to, const char* from) { put<true>(to, load<__m128i>(from)); }
inline void prefetch(const char* at) { _mm_prefetch(at, _MM_HINT_T0); }
inline void stream_line(char* to, const char* from) {  // `to` on a multiple of 64
  const __m128i* in = reinterpret_cast<const __m128i*>(from);
  __m128i* out = reinterpret_cast<__m128i*>(to);
  const __m128i a = _mm_loadu_si128(in), b = _mm_loadu_si128(in + 1);
  const __m128i c = _mm_loadu_si128(in + 2), d = _mm_loadu_si128(in + 3);
  _mm_stream_si128(out, a);
  _mm_stream_si128(out + 1, b);
  _mm_stream_si128(out + 2, c);
  _mm_stream_si128(out + 3, d);
}
template <class V>
inline void stream_vector(char* to, V value) {  // `to` on a multiple of its size
  _mm_stream_si128(reinterpret_cast<__m128i*>(to), (__m128i)value);
}
inline void stream_fence() { _mm_sfence(); }
