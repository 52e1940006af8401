// Rows of converted elements: source -> float -> scaled -> stored, 16 elements at a time. See formats/arithmetic.py
// for the meaning of every stage. A short tail goes through a unit-sized buffer, so that all lanes take one path.

struct Unit {
  F part[kParts];
};

// ---- sources ----------------------------------------------------------------------------------------------------

template <Source S>
constexpr int source_width() {
  return S == Source::Half ? 2 : 4;
}

struct ShiftLanes {  // which lanes shift by how much, for source Int32Shifted
  template <bool PerElement>
  static I apply(I x, const Constants& k, i64 at) {
    const I count = PerElement ? load<I>(k.counts + at) : all(k.count);
    const U asked = PerElement ? load<U>(k.askeds + at) : all(k.asked);
    const I shifted = clip(shift_right(x, count), all(std::int32_t{-32768}), all(std::int32_t{32767}));
    return where(asked, shifted, x);
  }
};

template <Source S, Scale C>
inline F read(const char* from, const Constants& k, i64 at) {
  if constexpr (S == Source::Float) return load<F>(from);
  if constexpr (S == Source::Half) return half_values(from);
  if constexpr (S == Source::Int32) return float_of(load<I>(from));
  if constexpr (S == Source::Int32Shifted)
    return float_of(ShiftLanes::apply<C == Scale::Vector>(load<I>(from), k, at));
}

template <Scale C>
inline F scaled(F x, const Constants& k, i64 at) {
  if constexpr (C == Scale::None) {
    return x;
  } else {
    const F m = C == Scale::Vector ? load<F>(k.ms + at) : all(k.m);
    x = keep((U)(x > (F){}) | all(k.keep_source), x);
    return x * m + all(k.zero);
  }
}

// ---- stores -----------------------------------------------------------------------------------------------------

// ReLU on the result, the one NaN, and saturation; the order of operands in min and max lets NaN through.
inline F settled(F x, const Constants& k) {
  x = keep(((U)(x > (F){}) & (U)(x <= all(k.top))) | all(k.keep_result), x);
  x = where((U)(x == x), x, as_float(all(k.nan_bits)));
  return min_of(all(k.bound), max_of(all(-k.bound), x));
}

template <Store T>
constexpr int store_width() {
  return T == Store::Float ? 4 : T == Store::Double ? 8 : T == Store::Half || T == Store::BFloat16 ? 2 : 1;
}

inline Unit all_settled(Unit u, const Constants& k) {
  for (F& part : u.part) part = settled(part, k);
  return u;
}

template <Scale C>
inline U byte_of(F x, const Constants& k, i64 at) {
  const F offset = C == Scale::Vector ? load<F>(k.offsets + at) : all(k.offset);
  const F low = C == Scale::Vector ? load<F>(k.lows + at) : all(k.low);
  const F magic = all(12582912.0F);  // 1.5 * 2^23: adding it rounds to a whole number, to nearest even
  x = keep((U)(x == x), x);
  x = min_of(max_of(x, all(-256.0F)), all(255.0F));
  x = (x + magic) - magic;
  x = x + offset;
  x = min_of(max_of(x, low), low + all(255.0F));
  return as_bits(x + magic);  // the low byte of the mantissa
}

template <Store T, Scale C>
inline void write(char* to, const Unit& u, const Constants& k, i64 at) {
  U codes[kParts];
  if constexpr (T == Store::Float) {
    for (int p = 0; p < kParts; ++p) store(to + 4 * kLanes * p, settled(u.part[p], k));
  } else if constexpr (T == Store::Half) {
    store_halves(to, all_settled(u, k).part);
  } else if constexpr (T == Store::BFloat16) {
    for (int p = 0; p < kParts; ++p) codes[p] = bfloat16_codes(settled(u.part[p], k));
    store_low16(to, codes);
  } else if constexpr (T == Store::E4M3) {
    for (int p = 0; p < kParts; ++p) codes[p] = narrow<4, 3, false>(settled(u.part[p], k), 0x7F, 0x7F);
    store_low8(to, codes);
  } else if constexpr (T == Store::E5M2) {
    for (int p = 0; p < kParts; ++p) codes[p] = narrow<5, 2, true>(settled(u.part[p], k), 0x7C, 0x7F);
    store_low8(to, codes);
  } else if constexpr (T == Store::Byte) {
    for (int p = 0; p < kParts; ++p) codes[p] = byte_of<C>(u.part[p], k, at + kLanes * p);
    store_low8(to, codes);
  } else {
    float values[kUnit];
    for (int p = 0; p < kParts; ++p) store(values + kLanes * p, settled(u.part[p], k));
    store_rare(T, to, values, k);
  }
}

// ---- loops ------------------------------------------------------------------------------------------------------

template <Source S, Scale C, Store T>
inline void convert_unit(char* to, const char* from, const Constants& k, i64 at) {
  Unit u;
  for (int p = 0; p < kParts; ++p)
    u.part[p] = scaled<C>(read<S, C>(from + source_width<S>() * kLanes * p, k, at + kLanes * p), k, at + kLanes * p);
  write<T, C>(to, u, k, at);
}

template <Source S, Scale C, Store T>
void convert_rows(const Rows& rows, const Constants& constants) {
  constexpr int from_unit = kUnit * source_width<S>(), to_unit = kUnit * store_width<T>();
  const Constants k = constants;  // a copy of our own: stores cannot change it, so it stays in registers
  const i64 whole = rows.n0 / kUnit, rest = rows.n0 % kUnit;
  for (i64 j = 0; j < rows.n1; ++j) {
    const char* from = rows.src + j * rows.s1;
    char* to = rows.dst + j * rows.d1;
    i64 at = j * rows.words;
    for (i64 i = 0; i < whole; ++i, from += from_unit, to += to_unit, at += kUnit) {
      prefetch(from + rows.ahead);
      convert_unit<S, C, T>(to, from, k, at);
    }
    if (rest) {
      alignas(64) char in[from_unit] = {}, out[to_unit];
      __builtin_memcpy(in, from, static_cast<std::size_t>(rest * source_width<S>()));
      convert_unit<S, C, T>(out, in, k, at);
      __builtin_memcpy(to, out, static_cast<std::size_t>(rest * store_width<T>()));
    }
  }
}

// int32 -> int16: shifted right, saturated, negative numbers cut off where ReLU asks for it.
template <Scale C>
void shift_rows(const Rows& rows, const Constants& k) {
  for (i64 j = 0; j < rows.n1; ++j) {
    const char* from = rows.src + j * rows.s1;
    char* to = rows.dst + j * rows.d1;
    for (i64 i = 0; i < rows.n0; i += kUnit) {
      const i64 count = rows.n0 - i < kUnit ? rows.n0 - i : kUnit;
      alignas(64) std::int32_t in[kUnit] = {};
      alignas(64) std::int16_t out[kUnit];
      __builtin_memcpy(in, from + 4 * i, static_cast<std::size_t>(4 * count));
      U parts[kParts];
      for (int p = 0; p < kParts; ++p) {
        const I x = ShiftLanes::apply<C == Scale::Vector>(load<I>(in + kLanes * p), k, j * rows.words + i + kLanes * p);
        parts[p] = (U)clip(x, all(k.low_int16), all(std::int32_t{32767}));
      }
      store_low16(out, parts);
      __builtin_memcpy(to + 2 * i, out, static_cast<std::size_t>(2 * count));
    }
  }
}

// ReLU on bit patterns of one type: positive numbers have the patterns 1 to `relu_high`.
template <class Bits>
void relu_rows(const Rows& rows, const Constants& k) {
  const auto high = static_cast<Bits>(k.relu_high);
  for (i64 j = 0; j < rows.n1; ++j) {
    const char* from = rows.src + j * rows.s1;
    char* to = rows.dst + j * rows.d1;
    for (i64 i = 0; i < rows.n0; ++i) {
      Bits x;
      __builtin_memcpy(&x, from + i * static_cast<i64>(sizeof x), sizeof x);
      x = x <= high ? x : Bits{0};
      __builtin_memcpy(to + i * static_cast<i64>(sizeof x), &x, sizeof x);
    }
  }
}
