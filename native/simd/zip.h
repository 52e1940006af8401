// Interleaving the elements of two 16-byte vectors. Included inside the namespace of a level.

template <class T>
struct Quad {
  typedef T V __attribute__((vector_size(16), may_alias));
};

template <class T, int... I>
inline typename Quad<T>::V interleaved(typename Quad<T>::V a, typename Quad<T>::V b,
                                       std::integer_sequence<int, I...>, std::integral_constant<int, 0>) {
  constexpr int n = sizeof...(I);
#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
  return __builtin_shufflevector(a, b, (I % 2 ? n + I / 2 : I / 2)...);
#else
  return __builtin_shuffle(a, b, typename Quad<T>::V{static_cast<T>(I % 2 ? n + I / 2 : I / 2)...});
#endif
}

template <class T, int... I>
inline typename Quad<T>::V interleaved(typename Quad<T>::V a, typename Quad<T>::V b,
                                       std::integer_sequence<int, I...>, std::integral_constant<int, 1>) {
  constexpr int n = sizeof...(I);
#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
  return __builtin_shufflevector(a, b, ((I % 2 ? n : 0) + n / 2 + I / 2)...);
#else
  return __builtin_shuffle(a, b, typename Quad<T>::V{static_cast<T>((I % 2 ? n : 0) + n / 2 + I / 2)...});
#endif
}

// a0 b0 a1 b1 ... of the low (Half = 0) or high (1) halves.
template <class T, int Half>
inline typename Quad<T>::V zip(typename Quad<T>::V a, typename Quad<T>::V b) {
  return interleaved<T>(a, b, std::make_integer_sequence<int, 16 / static_cast<int>(sizeof(T))>(),
                        std::integral_constant<int, Half>());
}
