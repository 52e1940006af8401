// Operations without a common vector language, for processors that have no file of their own here.

// Like the x86 instructions: the second operand where one is NaN.
inline F min_of(F a, F b) { return where((U)(a < b), a, b); }
inline F max_of(F a, F b) { return where((U)(a > b), a, b); }
inline I clip(I x, I low, I high) {
  x = where((U)(x < low), low, x);
  return where((U)(x > high), high, x);
}
inline I shift_right(I x, I count) { return x >> count; }

inline F half_values(const void* from) {
  std::uint16_t halves[kLanes];
  __builtin_memcpy(halves, from, sizeof halves);
  U bits;
  for (int i = 0; i < kLanes; ++i) bits[i] = halves[i];
  return half_from_bits(bits);
}
// Streaming stores have no common name; these are ordinary ones.
template <bool Streamed>
inline void store_floats(char* to, const F (&parts)[kParts]) {
  for (int p = 0; p < kParts; ++p) store(to + 4 * kLanes * p, parts[p]);
}
template <bool Streamed>
inline void store_low16(char* to, const U (&parts)[kParts]) {
  std::uint16_t out[kUnit];
  for (int k = 0; k < kParts; ++k)
    for (int i = 0; i < kLanes; ++i) out[k * kLanes + i] = static_cast<std::uint16_t>(parts[k][i]);
  __builtin_memcpy(to, out, sizeof out);
}
template <bool Streamed>
inline void store_low8(char* to, const U (&parts)[kParts]) {
  std::uint8_t out[kUnit];
  for (int k = 0; k < kParts; ++k)
    for (int i = 0; i < kLanes; ++i) out[k * kLanes + i] = static_cast<std::uint8_t>(parts[k][i]);
  __builtin_memcpy(to, out, sizeof out);
}
template <bool Streamed>
inline void store_halves(char* to, const F (&parts)[kParts]) {
  store_halves_by_bits<Streamed>(to, parts);
}

// Rounded to 9 bits (NaN: 0), plus offset, saturated to signed bytes, bits flipped.
template <bool Streamed>
inline void store_bytes(char* to, const F (&parts)[kParts], const std::int16_t* offsets, const std::uint8_t* flips) {
  std::uint8_t out[kUnit];
  for (int i = 0; i < kUnit; ++i) {
    const float x = parts[i / kLanes][i % kLanes];
    const float clamped = x > 255.0F ? 255.0F : x < -256.0F ? -256.0F : x == x ? x : 0.0F;
    const int whole = static_cast<int>((clamped + 12582912.0F) - 12582912.0F);  // nearest, ties to even
    const int moved = whole + offsets[i];
    out[i] = static_cast<std::uint8_t>((moved < -128 ? -128 : moved > 127 ? 127 : moved) ^ flips[i]);
  }
  __builtin_memcpy(to, out, sizeof out);
}

// 16 bytes.
template <int Blocks>
inline U gathered(const char* from, i64) {
  return load<U>(from);
}

inline void stream_part(char* to, const char* from) { __builtin_memcpy(to, from, 16); }
inline void prefetch(const char* at) { __builtin_prefetch(at); }
inline void stream_line(char* to, const char* from) { __builtin_memcpy(to, from, 64); }
template <class V>
inline void stream_vector(char* to, V value) {
  store(to, value);
}
inline void stream_fence() {}
