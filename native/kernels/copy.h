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
// Stores are aligned, but for the first and the last, which may overlap their neighbours.
template <int Piece>
inline void copy_short(char* to, const char* from, i64 bytes) {  // Piece to 2 * Piece bytes
  const auto first = load<typename Whole<Piece>::T>(from), last = load<typename Whole<Piece>::T>(from + bytes - Piece);
  store(to, first);
  store(to + bytes - Piece, last);
}
inline void copy_run(char* to, const char* from, i64 bytes, i64 ahead) {
  if (bytes >= 64) {
    const i64 last = bytes - 64;
    copy_piece<64>(to, from);
    for (i64 b = 64 - (static_cast<i64>(reinterpret_cast<std::uintptr_t>(to)) & 63); b < last; b += 64) {
      prefetch(from + b + ahead);
      copy_piece<64>(to + b, from + b);
    }
    copy_piece<64>(to + last, from + last);
  } else if (bytes >= 16) {
    if (bytes > 32) copy_piece<32>(to, from);
    const i64 done = bytes > 32 ? bytes - 32 : 0;
    copy_short<16>(to + done, from + done, bytes - done);
  } else if (bytes >= 8) {
    copy_short<8>(to, from, bytes);
  } else if (bytes >= 4) {
    copy_short<4>(to, from, bytes);
  } else {
    for (i64 b = 0; b < bytes; ++b) to[b] = from[b];
  }
}

// kTogether pieces, all loaded before the first is stored.
template <int Bytes>
inline void copy_together(char* to, i64 d0, const char* from, i64 s0, i64 ahead) {
  constexpr int kVector = Bytes % (4 * kLanes) == 0 ? 4 * kLanes : 16, kVectors = Bytes / kVector;
  typedef typename Quads<std::uint8_t, kVector / 16>::V V;
  V values[kTogether][kVectors];
#pragma GCC unroll 8
  for (int k = 0; k < kTogether; ++k) {
    if constexpr (Bytes >= 32) prefetch(from + k * s0 + ahead);
#pragma GCC unroll 8
    for (int i = 0; i < kVectors; ++i) values[k][i] = load<V>(from + k * s0 + i * kVector);
  }
#pragma GCC unroll 8
  for (int k = 0; k < kTogether; ++k) {
#pragma GCC unroll 8
    for (int i = 0; i < kVectors; ++i) store(to + k * d0 + i * kVector, values[k][i]);
  }
}

template <int Bytes>
void copy_fixed(const Chunks& c) {
  constexpr i64 kSome = Bytes >= 16 && Bytes <= 64 ? kTogether : 1;  // what registers hold
  const i64 n0 = c.n0, d0 = c.d0, s0 = c.s0, d1 = c.d1, s1 = c.s1, ahead = c.ahead;
  const char* row_from = c.src;
  char* row_to = c.dst;
  for (i64 j = c.n1; j > 0; --j, row_from += s1, row_to += d1) {
    const char* from = row_from;
    char* to = row_to;
    i64 left = n0;
    if constexpr (kSome > 1)
      for (; left >= kSome; left -= kSome, from += kSome * s0, to += kSome * d0)
        copy_together<Bytes>(to, d0, from, s0, ahead);
    for (; left > 0; --left, from += s0, to += d0) {
      if constexpr (Bytes >= 32) prefetch(from + ahead);
      copy_piece<Bytes>(to, from);
    }
  }
}

// `bytes` bytes of a value of Width bytes; the last store may overlap the one before it.
template <int Width>
inline void fill_run(char* to, std::uint64_t pattern, i64 bytes) {
  constexpr i64 kVector = 4 * kLanes;
  for (int size = Width; size < 8; size *= 2) pattern |= pattern << (8 * size);
  alignas(64) std::uint64_t values[8];
  for (std::uint64_t& value : values) value = pattern;
  const U wide = load<U>(values);
  if (bytes < kVector) {
    __builtin_memcpy(to, values, static_cast<std::size_t>(bytes));
    return;
  }
  for (i64 b = 0; b < bytes - kVector; b += kVector) store(to + b, wide);
  store(to + bytes - kVector, wide);
}

// A T at any address.
template <class T>
struct __attribute__((packed, may_alias)) Anywhere {
  T value;
};

// Elements with a fixed distance in the source and none in between in the destination: the compiler shuffles them.
template <class T, int Stride>
void copy_gathered(const Chunks& c) {
  for (i64 j = 0; j < c.n1; ++j) {
    const auto* __restrict from = reinterpret_cast<const Anywhere<T>*>(c.src + j * c.s1);
    auto* __restrict to = reinterpret_cast<Anywhere<T>*>(c.dst + j * c.d1);
    for (i64 i = 0; i < c.n0; ++i) to[i].value = from[i * Stride].value;
  }
}

template <int Width>
bool copy_known_stride(const Chunks& c) {
  typedef typename Whole<Width>::T T;
  if (c.d0 != Width) return false;
  if (c.s0 == 0) {
    for (i64 j = 0; j < c.n1; ++j) fill_run<Width>(c.dst + j * c.d1, load<T>(c.src + j * c.s1), c.n0 * Width);
    return true;
  }
  if (c.s0 != 2 * Width) return false;
  copy_gathered<T, 2>(c);
  return true;
}

void copy_chunks(const Chunks& c) {
  switch (c.chunk) {
    case 1: return copy_known_stride<1>(c) ? void() : copy_fixed<1>(c);
    case 2: return copy_known_stride<2>(c) ? void() : copy_fixed<2>(c);
    case 4: return copy_known_stride<4>(c) ? void() : copy_fixed<4>(c);
    case 8: return copy_known_stride<8>(c) ? void() : copy_fixed<8>(c);
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

// Chunks around the caches, `Part` bytes at a time: chunk and destinations are multiples of it. Size: of a chunk, 0
// when it is in `c`.
template <i64 Part, i64 Size>
void copy_streamed_fixed(const Chunks& c) {
  const i64 chunk = Size ? Size : c.chunk;
  const i64 n0 = c.n0, d0 = c.d0, s0 = c.s0, d1 = c.d1, s1 = c.s1, ahead = c.ahead;  // stores might change `c`
  const char* row_from = c.src;
  char* row_to = c.dst;
  for (i64 j = c.n1; j > 0; --j, row_from += s1, row_to += d1) {
    const char* from = row_from;
    char* to = row_to;
    i64 left = n0;
    if constexpr (Size == 64 && Part == 64) {  // written out, so that many reads are under way at once
      for (; left >= kTogether; left -= kTogether, from += kTogether * s0, to += kTogether * d0) {
#pragma GCC unroll 8
        for (int k = 0; k < kTogether; ++k) {
          prefetch(from + k * s0 + ahead);
          stream_line(to + k * d0, from + k * s0);
        }
      }
    }
    for (; left > 0; --left, from += s0, to += d0) {
      for (i64 b = 0; b < chunk; b += Part) {
        if (b % 64 == 0) prefetch(from + b + ahead);
        if constexpr (Part == 64) {
          stream_line(to + b, from + b);
        } else {
          stream_part(to + b, from + b);
        }
      }
    }
  }
}

void copy_chunks_streamed(const Chunks& c) {
  if (((static_cast<i64>(reinterpret_cast<std::uintptr_t>(c.dst)) | c.chunk | c.d0 | c.d1) & 63) == 0)
    return c.chunk == 64 ? copy_streamed_fixed<64, 64>(c) : copy_streamed_fixed<64, 0>(c);
  switch (c.chunk) {
    case 16: return copy_streamed_fixed<16, 16>(c);
    case 32: return copy_streamed_fixed<16, 32>(c);
    case 64: return copy_streamed_fixed<16, 64>(c);
    default: return copy_streamed_fixed<16, 0>(c);
  }
}

template <int Width>
void fill_fixed(const Chunks& c, std::uint64_t pattern) {
  typedef typename Whole<Width>::T T;
  const T value = static_cast<T>(pattern);
  for (i64 j = 0; j < c.n1; ++j) {
    char* to = c.dst + j * c.d1;
    if (c.d0 == Width) {
      fill_run<Width>(to, value, c.n0 * Width);
    } else {
      for (i64 i = 0; i < c.n0; ++i, to += c.d0) store(to, value);
    }
  }
}

void fill_chunks(const Chunks& c, std::uint64_t pattern) {
  switch (c.chunk) {
    case 1: return fill_fixed<1>(c, pattern);
    case 2: return fill_fixed<2>(c, pattern);
    case 4: return fill_fixed<4>(c, pattern);
    default: return fill_fixed<8>(c, pattern);
  }
}
