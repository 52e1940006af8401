// Chunks of bytes from here to there. Included inside the namespace of a level.

template <int Bytes>
struct Whole;  // an integer of that many bytes
template <>
struct Whole<1> { typedef std::uint8_t T; };
template <>
struct Whole<2> { typedef std::uint16_t T; };
template <>
struct Whole<4> { typedef std::uint32_t T; };
template <>
struct Whole<8> { typedef std::uint64_t T; };
template <>
struct Whole<16> { typedef Quad<std::uint8_t>::V T; };

template <class V, int Count>
inline void copy_vectors(char* to, const char* from) {
  V values[Count];
#pragma GCC unroll 8
  for (int i = 0; i < Count; ++i) values[i] = load<V>(from + i * static_cast<int>(sizeof(V)));
#pragma GCC unroll 8
  for (int i = 0; i < Count; ++i) store(to + i * static_cast<int>(sizeof(V)), values[i]);
}

template <int Bytes>
inline void copy_piece(char* to, const char* from) {
  constexpr int kVector = 4 * kLanes;
  if constexpr (Bytes <= 16) {
    store(to, load<typename Whole<Bytes>::T>(from));
  } else if constexpr (Bytes % kVector == 0) {
    copy_vectors<U, Bytes / kVector>(to, from);
  } else {
    copy_vectors<typename Whole<16>::T, Bytes / 16>(to, from);
  }
}

// Any number of bytes. Not memcpy: where that is `rep movsb` it may crawl on buffers that are askew to each other.
inline void copy_run(char* to, const char* from, i64 bytes, i64 ahead) {
  char* const end = to + bytes;
  for (; end - to >= 64; to += 64, from += 64) {
    prefetch(from + ahead);
    copy_piece<64>(to, from);
  }
  for (; end - to >= 16; to += 16, from += 16) copy_piece<16>(to, from);
  if (end - to >= 8) {
    copy_piece<8>(to, from);
    to += 8;
    from += 8;
  }
  for (; to < end; ++to, ++from) *to = *from;
}

template <int Bytes>
void copy_fixed(const Chunks& c) {
  const i64 n0 = c.n0, d0 = c.d0, s0 = c.s0, d1 = c.d1, s1 = c.s1, ahead = c.ahead;
  const char* row_from = c.src;
  char* row_to = c.dst;
  for (i64 j = c.n1; j > 0; --j, row_from += s1, row_to += d1) {
    const char* from = row_from;
    char* to = row_to;
    for (i64 i = n0; i > 0; --i, from += s0, to += d0) {
      if constexpr (Bytes >= 32) prefetch(from + ahead);
      copy_piece<Bytes>(to, from);
    }
  }
}

// Elements with a fixed distance in the source and none in between in the destination: the compiler shuffles them.
template <class T, int Stride>
void copy_gathered(const Chunks& c) {
  for (i64 j = 0; j < c.n1; ++j) {
    const T* __restrict from = reinterpret_cast<const T*>(c.src + j * c.s1);
    T* __restrict to = reinterpret_cast<T*>(c.dst + j * c.d1);
    for (i64 i = 0; i < c.n0; ++i) to[i] = from[i * Stride];
  }
}

template <class T>
bool copy_known_stride(const Chunks& c) {
  if (c.d0 != static_cast<i64>(sizeof(T))) return false;
  if (c.s0 == 0) {
    for (i64 j = 0; j < c.n1; ++j) {
      T value;
      __builtin_memcpy(&value, c.src + j * c.s1, sizeof value);
      T* to = reinterpret_cast<T*>(c.dst + j * c.d1);
      for (i64 i = 0; i < c.n0; ++i) to[i] = value;
    }
    return true;
  }
  if (c.s0 != 2 * static_cast<i64>(sizeof(T))) return false;
  copy_gathered<T, 2>(c);
  return true;
}

typedef std::uint8_t A1 __attribute__((may_alias, aligned(1)));
typedef std::uint16_t A2 __attribute__((may_alias, aligned(1)));
typedef std::uint32_t A4 __attribute__((may_alias, aligned(1)));
typedef std::uint64_t A8 __attribute__((may_alias, aligned(1)));

void copy_chunks(const Chunks& c) {
  switch (c.chunk) {
    case 1: return copy_known_stride<A1>(c) ? void() : copy_fixed<1>(c);
    case 2: return copy_known_stride<A2>(c) ? void() : copy_fixed<2>(c);
    case 4: return copy_known_stride<A4>(c) ? void() : copy_fixed<4>(c);
    case 8: return copy_known_stride<A8>(c) ? void() : copy_fixed<8>(c);
    case 16: return copy_fixed<16>(c);
    case 32: return copy_fixed<32>(c);
    case 64: return copy_fixed<64>(c);
    case 128: return copy_fixed<128>(c);
    default: break;
  }
  for (i64 j = 0; j < c.n1; ++j)
    for (i64 i = 0; i < c.n0; ++i)
      copy_run(c.dst + j * c.d1 + i * c.d0, c.src + j * c.s1 + i * c.s0, c.chunk, c.ahead);
}

// Chunks of 16 bytes around the caches, destinations on multiples of 16. Size: of a chunk, 0 when it is in `c`.
template <i64 Size>
void copy_streamed_fixed(const Chunks& c) {
  const i64 chunk = Size ? Size : c.chunk;
  for (i64 j = 0; j < c.n1; ++j) {
    const char* from = c.src + j * c.s1;
    char* to = c.dst + j * c.d1;
    for (i64 i = 0; i < c.n0; ++i) {
      for (i64 b = 0; b < chunk; b += 16) {
        if (b % 64 == 0) prefetch(from + b + c.ahead);
        stream_part(to + b, from + b);
      }
      from += c.s0;
      to += c.d0;
    }
  }
}

void copy_chunks_streamed(const Chunks& c) {
  switch (c.chunk) {
    case 16: return copy_streamed_fixed<16>(c);
    case 32: return copy_streamed_fixed<32>(c);
    case 64: return copy_streamed_fixed<64>(c);
    default: return copy_streamed_fixed<0>(c);
  }
}

template <class T>
void fill_fixed(const Chunks& c, std::uint64_t pattern) {
  const T value = static_cast<T>(pattern);
  for (i64 j = 0; j < c.n1; ++j) {
    char* to = c.dst + j * c.d1;
    if (c.d0 == static_cast<i64>(sizeof(T))) {
      T* dense = reinterpret_cast<T*>(to);
      for (i64 i = 0; i < c.n0; ++i) dense[i] = value;
    } else {
      for (i64 i = 0; i < c.n0; ++i) *reinterpret_cast<T*>(to + i * c.d0) = value;
    }
  }
}

void fill_chunks(const Chunks& c, std::uint64_t pattern) {
  switch (c.chunk) {
    case 1: return fill_fixed<A1>(c, pattern);
    case 2: return fill_fixed<A2>(c, pattern);
    case 4: return fill_fixed<A4>(c, pattern);
    default: return fill_fixed<A8>(c, pattern);
  }
}
