// Rows of converted elements: source -> float -> scaled -> stored, 16 elements at a time. See formats/arithmetic.py
// for the meaning of every stage. A short tail goes through a unit-sized buffer, so that all lanes take one path.
// Included inside the namespace of a level.

struct Unit {
  F part[kParts];
};

// Constants of a run in all lanes.
struct Lanes {
  F m, zero, floor, ceiling, bottom;
  U keep_source, keep_result, nan_bits;
  alignas(32) std::int16_t offsets[kUnit];  // of byte results
  alignas(16) std::uint8_t flips[kUnit];

  explicit Lanes(const Constants& k)
      : m(all(k.m)),
        zero(all(k.zero)),
        floor(all(k.keep_source ? -__builtin_inff() : 0.0F)),
        ceiling(all(k.bound)),
        bottom(all(k.keep_result ? -k.bound : 0.0F)),
        keep_source(all(k.keep_source)),
        keep_result(all(k.keep_result)),
        nan_bits(all(k.nan_bits)) {
    for (int i = 0; i < kUnit; ++i) {
      offsets[i] = k.offset;
      flips[i] = k.flip;
    }
  }
};

// ---- sources and scaling ----------------------------------------------------------------------------------------

template <Source S>
constexpr int source_width() {
  return S == Source::Half ? 2 : 4;
}

// Which lanes shift by how much, for source Int32Shifted.
template <bool PerElement>
inline I shifted(I x, const Constants& k, i64 at) {
  const I count = PerElement ? load<I>(k.counts + at) : all(k.count);
  const U asked = PerElement ? load<U>(k.askeds + at) : all(k.asked);
  const I moved = clip(shift_right(x, count), all(std::int32_t{-32768}), all(std::int32_t{32767}));
  return where(asked, moved, x);
}

template <Source S, Scale C>
inline F read(const char* from, const Constants& k, i64 at) {
  if constexpr (S == Source::Float) return load<F>(from);
  if constexpr (S == Source::Half) return half_values(from);
  if constexpr (S == Source::Int32) return float_of(load<I>(from));
  if constexpr (S == Source::Int32Shifted) return float_of(shifted<C == Scale::Vector>(load<I>(from), k, at));
}

// Stores that make 0 of NaN may let a NaN source through ReLU: times anything it stays NaN and ends as 0.
// A byte has no sign of zero, so that nothing need be added.
template <Scale C, bool NanIsZero, bool Signless>
inline F scaled(F x, const Constants& k, const Lanes& v, i64 at) {
  if constexpr (C == Scale::None) return x;
  const F m = C == Scale::Vector ? load<F>(k.ms + at) : v.m;
  x = NanIsZero ? max_of(v.floor, x) : keep((U)(x > (F){}) | v.keep_source, x);
  return Signless ? x * m : x * m + v.zero;
}

// ---- stores -----------------------------------------------------------------------------------------------------

// ReLU on the result and saturation; NaN becomes 0.
inline F clamped(F x, const Lanes& v) {
  x = keep((U)(x == x), x);
  return min_of(max_of(x, v.bottom), v.ceiling);
}

// ReLU on the result and the one NaN, for results that do not saturate.
inline F kept(F x, const Constants& k, const Lanes& v) {
  x = keep(((U)(x > (F){}) & (U)(x <= all(k.top))) | v.keep_result, x);
  return where((U)(x == x), x, as_float(v.nan_bits));
}

template <Store T>
constexpr int store_width() {
  return T == Store::Float ? 4 : T == Store::Double ? 8 : T == Store::Half || T == Store::BFloat16 ? 2 : 1;
}

template <Store T, bool Clamped>
inline U code_of(F x) {
  if constexpr (T == Store::BFloat16) return bfloat16_codes<Clamped>(x);
  if constexpr (T == Store::E4M3) return narrow<4, 3, false, Clamped>(x, 0x7F, 0x7F);
  if constexpr (T == Store::E5M2) return narrow<5, 2, true, Clamped>(x, 0x7C, 0x7F);
}

template <Store T, Scale C, bool Saturates, bool Streamed>
inline void write(char* to, Unit u, const Constants& k, const Lanes& v, i64 at) {
  U codes[kParts];
  if constexpr (T != Store::Byte) {
    ASCMOVE_UNROLL
    for (int p = 0; p < kParts; ++p) u.part[p] = Saturates ? clamped(u.part[p], v) : kept(u.part[p], k, v);
  }
  if constexpr (T == Store::Float) {
    store_floats<Streamed>(to, u.part);
  } else if constexpr (T == Store::Half) {
    store_halves<Streamed>(to, u.part);
  } else if constexpr (T == Store::Byte) {
    constexpr bool kOwn = C == Scale::Vector;
    store_bytes<Streamed>(to, u.part, kOwn ? k.offsets + at : v.offsets, kOwn ? k.flips + at : v.flips);
  } else if constexpr (T == Store::BFloat16 || T == Store::E4M3 || T == Store::E5M2) {
    ASCMOVE_UNROLL
    for (int p = 0; p < kParts; ++p) codes[p] = code_of<T, Saturates>(u.part[p]);
    if constexpr (T == Store::BFloat16) {
      store_low16<Streamed>(to, codes);
    } else {
      store_low8<Streamed>(to, codes);
    }
  } else {
    float values[kUnit];
    for (int p = 0; p < kParts; ++p) store(values + kLanes * p, u.part[p]);
    store_rare(T, to, values, k);
  }
}

// ---- loops ------------------------------------------------------------------------------------------------------

template <Source S, Scale C, Store T, bool Saturates>
inline Unit scaled_unit(const char* from, const Constants& k, const Lanes& v, i64 at) {
  constexpr bool kNanIsZero = Saturates || T == Store::Byte;
  Unit u;
  ASCMOVE_UNROLL
  for (int p = 0; p < kParts; ++p) {
    const i64 own = at + kLanes * p;
    u.part[p] = scaled<C, kNanIsZero, T == Store::Byte>(read<S, C>(from + source_width<S>() * kLanes * p, k, own), k, v, own);
  }
  return u;
}

template <Source S, Scale C, Store T, bool Saturates, bool Streamed>
inline void convert_unit(char* to, const char* from, const Constants& k, const Lanes& v, i64 at) {
  write<T, C, Saturates, Streamed>(to, scaled_unit<S, C, T, Saturates>(from, k, v, at), k, v, at);
}

constexpr int kUnitsTogether = kLanes == 4 ? 2 : kTogether;  // what registers hold

// Cells of one unit: all are read before the first is written.
template <Source S, Scale C, Store T, bool Saturates, bool Streamed>
inline void convert_group(char* to, const char* from, const Rows& rows, const Constants& k, const Lanes& v, i64 at) {
  Unit units[kUnitsTogether];
#pragma GCC unroll 8
  for (int g = 0; g < kUnitsTogether; ++g) {
    prefetch(from + g * rows.s1 + rows.ahead);
    units[g] = scaled_unit<S, C, T, Saturates>(from + g * rows.s1, k, v, at + g * rows.words);
  }
#pragma GCC unroll 8
  for (int g = 0; g < kUnitsTogether; ++g) write<T, C, Saturates, Streamed>(to + g * rows.d1, units[g], k, v, at + g * rows.words);
}

// One cell of whole units, at least one.
template <Source S, Scale C, Store T, bool Saturates, bool Streamed>
inline void convert_units(char* to, const char* from, i64 n, const Constants& k, const Lanes& v, i64 at, i64 ahead) {
  constexpr int from_unit = kUnit * source_width<S>(), to_unit = kUnit * store_width<T>();
  do {
    prefetch(from + ahead);
    convert_unit<S, C, T, Saturates, Streamed>(to, from, k, v, at);
    from += from_unit;
    to += to_unit;
    at += kUnit;
    n -= kUnit;
  } while (n > 0);
}

// What is left of a cell behind its whole units.
template <Source S, Scale C, Store T, bool Saturates>
__attribute__((noinline)) void convert_rest(char* to, const char* from, i64 n, const Constants& k, i64 at) {
  const Lanes v(k);
  alignas(64) char in[kUnit * source_width<S>()] = {}, out[kUnit * store_width<T>()];
  __builtin_memcpy(in, from, static_cast<std::size_t>(n * source_width<S>()));
  convert_unit<S, C, T, Saturates, false>(out, in, k, v, at);
  __builtin_memcpy(to, out, static_cast<std::size_t>(n * store_width<T>()));
}

// Streamed cells are whole units long and aligned as simd/ asks.
template <Source S, Scale C, Store T, bool Saturates, bool Streamed>
void convert_rows(const Rows& rows, const Constants& k) {
  const Lanes v(k);
  const i64 n1 = rows.n1, d1 = rows.d1, s1 = rows.s1, words = rows.words, ahead = rows.ahead;
  const i64 rest = Streamed ? 0 : rows.n0 % kUnit, whole = rows.n0 - rest;
  const char* row_from = rows.src;
  char* row_to = rows.dst;
  for (i64 r = rows.n2; r > 0; --r, row_from += rows.s2, row_to += rows.d2) {
    const char* from = row_from;
    char* to = row_to;
    i64 at = 0;
    i64 j = whole ? n1 : 0;
    if (whole == kUnit)
      for (; j >= kUnitsTogether; j -= kUnitsTogether, from += kUnitsTogether * s1, to += kUnitsTogether * d1, at += kUnitsTogether * words)
        convert_group<S, C, T, Saturates, Streamed>(to, from, rows, k, v, at);
    for (; j > 0; --j, from += s1, to += d1, at += words)
      convert_units<S, C, T, Saturates, Streamed>(to, from, whole, k, v, at, ahead);
    for (i64 j = 0; rest && j < n1; ++j)
      convert_rest<S, C, T, Saturates>(row_to + j * d1 + whole * store_width<T>(),
                                       row_from + j * s1 + whole * source_width<S>(), rest, k, j * words + whole);
  }
}

// int32 -> int16: shifted right, saturated, negative numbers cut off where ReLU asks for it.
template <Scale C>
void shift_cells(const Rows& rows, const Constants& k) {
  for (i64 j = 0; j < rows.n1; ++j) {
    const char* from = rows.src + j * rows.s1;
    char* to = rows.dst + j * rows.d1;
    for (i64 i = 0; i < rows.n0; i += kUnit) {
      const i64 count = rows.n0 - i < kUnit ? rows.n0 - i : kUnit;
      alignas(64) std::int32_t in[kUnit] = {};
      alignas(64) char out[2 * kUnit];
      __builtin_memcpy(in, from + 4 * i, static_cast<std::size_t>(4 * count));
      U parts[kParts];
      for (int p = 0; p < kParts; ++p) {
        const I x = shifted<C == Scale::Vector>(load<I>(in + kLanes * p), k, j * rows.words + i + kLanes * p);
        parts[p] = (U)clip(x, all(k.low_int16), all(std::int32_t{32767})) & all(0xFFFFU);
      }
      store_low16<false>(out, parts);
      __builtin_memcpy(to + 2 * i, out, static_cast<std::size_t>(2 * count));
    }
  }
}

// ReLU on bit patterns of one type: positive numbers have the patterns 1 to `relu_high`.
template <class Bits>
void relu_cells(const Rows& rows, const Constants& k) {
  constexpr i64 kWidth = static_cast<i64>(sizeof(Bits));
  const auto high = static_cast<Bits>(k.relu_high);
  for (i64 j = 0; j < rows.n1; ++j) {
    const char* from = rows.src + j * rows.s1;
    char* to = rows.dst + j * rows.d1;
    for (i64 i = 0; i < rows.n0; ++i) {
      Bits x;
      __builtin_memcpy(&x, from + i * kWidth, sizeof x);
      x = x <= high ? x : Bits{0};
      __builtin_memcpy(to + i * kWidth, &x, sizeof x);
    }
  }
}

// n2 times what Cells does with n1 cells.
template <void (*Cells)(const Rows&, const Constants&)>
void repeated(const Rows& rows, const Constants& k) {
  Rows once = rows;
  for (i64 r = 0; r < rows.n2; ++r) {
    Cells(once, k);
    once.dst += rows.d2;
    once.src += rows.s2;
  }
}
