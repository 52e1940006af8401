// Transposition of small tiles. Included inside the namespace of a level.

template <class T>
void transpose_tile(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols, i64) {
  constexpr i64 kWidth = static_cast<i64>(sizeof(T));
  for (i64 r = 0; r < rows; ++r)
    for (i64 c = 0; c < cols; ++c)
      *reinterpret_cast<T*>(dst + c * dst_pitch + r * kWidth) =
          *reinterpret_cast<const T*>(src + r * src_pitch + c * kWidth);
}
