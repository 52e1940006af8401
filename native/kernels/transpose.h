// Transposition of tiles: squares of 16-byte rows in registers, narrow strips element by element. Included inside the namespace of a
// level.

// Interleaving row i with row i + n/2, for all i, log2(n) times, transposes n rows of n elements.
template <class T, int Rows>
inline void zip_stage(typename Quad<T>::V (&rows)[Rows]) {
  typename Quad<T>::V next[Rows];
#pragma GCC unroll 8
  for (int i = 0; i < Rows / 2; ++i) {
    next[2 * i] = zip<T, 0>(rows[i], rows[i + Rows / 2]);
    next[2 * i + 1] = zip<T, 1>(rows[i], rows[i + Rows / 2]);
  }
#pragma GCC unroll 16
  for (int i = 0; i < Rows; ++i) rows[i] = next[i];
}

template <class T>
inline void transpose_square(char* dst, i64 dst_pitch, const char* src, i64 src_pitch) {
  constexpr int kRows = 16 / static_cast<int>(sizeof(T));
  typename Quad<T>::V rows[kRows];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) rows[i] = load<typename Quad<T>::V>(src + i * src_pitch);
#pragma GCC unroll 4
  for (int stage = 1; stage < kRows; stage *= 2) zip_stage<T, kRows>(rows);
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) store(dst + i * dst_pitch, rows[i]);
}

template <class T>
inline void transpose_edge(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols) {
  constexpr i64 kWidth = static_cast<i64>(sizeof(T));
  for (i64 c = 0; c < cols; ++c)
    for (i64 r = 0; r < rows; ++r)
      __builtin_memcpy(dst + c * dst_pitch + r * kWidth, src + r * src_pitch + c * kWidth, sizeof(T));
}

// Squares at the far edges overlap their neighbours: elements between are written twice, with the same values.
template <class T>
void transpose_tile(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols) {
  constexpr i64 kWidth = static_cast<i64>(sizeof(T)), kSide = 16 / kWidth;
  if (rows < kSide || cols < kSide) {
    transpose_edge<T>(dst, dst_pitch, src, src_pitch, rows, cols);
    return;
  }
  for (i64 r = 0; r < rows; r += kSide) {
    if (r > rows - kSide) r = rows - kSide;
    const char* from = src + r * src_pitch;
    char* to = dst + r * kWidth;
    for (i64 c = 0; c <= cols - kSide; c += kSide)
      transpose_square<T>(to + c * dst_pitch, dst_pitch, from + c * kWidth, src_pitch);
    if (cols % kSide) {
      const i64 c = cols - kSide;
      transpose_square<T>(to + c * dst_pitch, dst_pitch, from + c * kWidth, src_pitch);
    }
  }
}
