// Interleaving the elements of two vectors, 16 bytes at a time. Included inside the namespace of a level.

// Blocks: how many times 16 bytes side by side.
template <class T, int Blocks>
struct Quads {
  typedef T V __attribute__((vector_size(16 * Blocks), may_alias));
};
template <class T>
using Quad = Quads<T, 1>;

// Which element of a and b (counted on) stands at place i: in every 16 bytes a0 b0 a1 b1 ... of their low or high half.
template <int PerBlock, int Count, int High>
constexpr int zipped(int i) {
  const int block = i / PerBlock, place = i % PerBlock;
  return (place % 2 ? Count : 0) + block * PerBlock + (High ? PerBlock / 2 : 0) + place / 2;
}

template <class V, class T, int PerBlock, int High, int... I>
inline V zip_at(V a, V b, std::integer_sequence<int, I...>) {
  constexpr int kCount = sizeof...(I);
#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
  return __builtin_shufflevector(a, b, zipped<PerBlock, kCount, High>(I)...);
#else
  return __builtin_shuffle(a, b, V{static_cast<T>(zipped<PerBlock, kCount, High>(I))...});
#endif
}

template <class T, int Blocks, int High>
inline typename Quads<T, Blocks>::V zip(typename Quads<T, Blocks>::V a, typename Quads<T, Blocks>::V b) {
  constexpr int kPerBlock = 16 / static_cast<int>(sizeof(T));
  return zip_at<typename Quads<T, Blocks>::V, T, kPerBlock, High>(
      a, b, std::make_integer_sequence<int, kPerBlock * Blocks>());
}
