// Transposition of tiles: squares of 16-byte rows in registers, edges one by one. Included inside the namespace of a
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

template <class T>
void transpose_tile(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols) {
  constexpr i64 kWidth = static_cast<i64>(sizeof(T)), kSide = 16 / kWidth;
  const i64 whole_rows = rows / kSide * kSide, whole_cols = cols / kSide * kSide;
  for (i64 r = 0; r < whole_rows; r += kSide) {
    const char* from = src + r * src_pitch;
    for (i64 c = 0; c < whole_cols; c += kSide)
      transpose_square<T>(dst + c * dst_pitch + r * kWidth, dst_pitch, from + c * kWidth, src_pitch);
    if (whole_cols < cols)
      transpose_edge<T>(dst + whole_cols * dst_pitch + r * kWidth, dst_pitch, from + whole_cols * kWidth, src_pitch,
                        kSide, cols - whole_cols);
  }
  if (whole_rows < rows)
    transpose_edge<T>(dst + whole_rows * kWidth, dst_pitch, src + whole_rows * src_pitch, src_pitch,
                      rows - whole_rows, cols);
}
