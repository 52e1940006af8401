// Chunks of bytes from here to there. Included inside the namespace of a level.

template <int Bytes>
struct Chunk {
  char bytes[Bytes];
};

template <int Bytes>
void copy_fixed(const Chunks& c) {
  for (i64 j = 0; j < c.n1; ++j) {
    const char* from = c.src + j * c.s1;
    char* to = c.dst + j * c.d1;
    for (i64 i = 0; i < c.n0; ++i) {
      if constexpr (Bytes >= 32) prefetch(from + c.ahead);
      Chunk<Bytes> chunk;
      __builtin_memcpy(&chunk, from, Bytes);
      __builtin_memcpy(to, &chunk, Bytes);
      from += c.s0;
      to += c.d0;
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
      __builtin_memcpy(c.dst + j * c.d1 + i * c.d0, c.src + j * c.s1 + i * c.s0, static_cast<std::size_t>(c.chunk));
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
