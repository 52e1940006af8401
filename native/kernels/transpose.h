// Transposition of tiles: squares of 16-byte rows in registers, as many side by side as a vector holds, so that rows of
// the destination are written a vector at a time; narrow strips element by element. Included inside the namespace of a
// level.

// Interleaving row i with row i + n/2, for all i, log2(n) times, transposes n rows of n elements.
template <class T, int Blocks, int Rows>
inline void zip_stage(typename Quads<T, Blocks>::V (&rows)[Rows]) {
  typename Quads<T, Blocks>::V next[Rows];
#pragma GCC unroll 8
  for (int i = 0; i < Rows / 2; ++i) {
    next[2 * i] = zip<T, Blocks, 0>(rows[i], rows[i + Rows / 2]);
    next[2 * i + 1] = zip<T, Blocks, 1>(rows[i], rows[i + Rows / 2]);
  }
#pragma GCC unroll 16
  for (int i = 0; i < Rows; ++i) rows[i] = next[i];
}

// Blocks squares below one another become Blocks squares side by side.
template <class T, int Blocks, bool Streamed = false>
__attribute__((always_inline)) inline void transpose_squares(char* dst, i64 dst_pitch, const char* src, i64 src_pitch) {
  constexpr int kRows = 16 / static_cast<int>(sizeof(T));
  typedef typename Quads<T, Blocks>::V V;
  V rows[kRows];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) rows[i] = (V)gathered<Blocks>(src + i * src_pitch, kRows * src_pitch);
#pragma GCC unroll 4
  for (int stage = 1; stage < kRows; stage *= 2) zip_stage<T, Blocks, kRows>(rows);
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
    if constexpr (Streamed) {
      stream_vector(dst + i * dst_pitch, rows[i]);
    } else {
      store(dst + i * dst_pitch, rows[i]);
    }
  }
}

template <class T>
inline void transpose_edge(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols) {
  constexpr i64 kWidth = static_cast<i64>(sizeof(T));
  for (i64 c = 0; c < cols; ++c)
    for (i64 r = 0; r < rows; ++r)
      __builtin_memcpy(dst + c * dst_pitch + r * kWidth, src + r * src_pitch + c * kWidth, sizeof(T));
}

// Rows of squares; at least one square. Those at the far edges overlap their neighbours: elements between are written
// twice, with the same values.
template <class T, int Blocks>
inline void transpose_strips(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols) {
  constexpr i64 kWidth = static_cast<i64>(sizeof(T)), kSide = 16 / kWidth, kHigh = Blocks * kSide;
  for (i64 r = 0; r < rows; r += kHigh) {
    if (r > rows - kHigh) r = rows - kHigh;
    const char* from = src + r * src_pitch;
    char* to = dst + r * kWidth;
    for (i64 c = 0; c < cols; c += kSide) {
      if (c > cols - kSide) c = cols - kSide;
      transpose_squares<T, Blocks>(to + c * dst_pitch, dst_pitch, from + c * kWidth, src_pitch);
    }
  }
}

template <class T>
void transpose_tile(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols) {
  constexpr i64 kSide = 16 / static_cast<i64>(sizeof(T));
  constexpr int kBlocks = kLanes / 4;  // of a whole vector
  if (rows < kSide || cols < kSide) {
    transpose_edge<T>(dst, dst_pitch, src, src_pitch, rows, cols);
  } else if (rows >= kBlocks * kSide) {
    transpose_strips<T, kBlocks>(dst, dst_pitch, src, src_pitch, rows, cols);
  } else {
    transpose_strips<T, 1>(dst, dst_pitch, src, src_pitch, rows, cols);
  }
}

// Narrow source rows straight around the caches, a line of every row of the destination at a time: reading, turning and
// writing overlap.
template <class T>
void transpose_streamed(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols, i64 ahead) {
  constexpr i64 kWidth = static_cast<i64>(sizeof(T)), kSide = 16 / kWidth, kLineRows = 64 / kWidth;
  constexpr int kBlocks = kLanes / 4;  // of a whole vector
  constexpr i64 kHigh = kBlocks * kSide;
  const i64 fetched = kLineRows * kSide / cols;  // rows per column of squares
  for (i64 r = 0; r < rows; r += kLineRows) {
    const char* next = src + r * src_pitch + ahead;
    for (i64 c = 0; c < cols; c += kSide) {
      for (i64 k = 0; k < fetched; ++k, next += src_pitch) prefetch(next);
#pragma GCC unroll 4
      for (i64 part = r; part < r + kLineRows; part += kHigh)
        transpose_squares<T, kBlocks, true>(dst + c * dst_pitch + part * kWidth, dst_pitch,
                                            src + part * src_pitch + c * kWidth, src_pitch);
    }
  }
}
