// The table of a level. Included inside the namespace of a level, after all kernels.

template <Source S, Scale C, std::size_t... T>
constexpr void fill_stores(ConvertRows (&row)[kStores], std::index_sequence<T...>) {
  ((row[T] = convert_rows<S, C, static_cast<Store>(T)>), ...);
}

template <std::size_t... SC>
constexpr void fill_converts(Kernels& k, std::index_sequence<SC...>) {
  (fill_stores<static_cast<Source>(SC / kScales), static_cast<Scale>(SC % kScales)>(
       k.convert[SC / kScales][SC % kScales], std::make_index_sequence<kStores>()),
   ...);
}

constexpr Kernels make_table(const char* name) {
  Kernels k{};
  k.name = name;
  fill_converts(k, std::make_index_sequence<kSources * kScales>());
  k.shift16[1] = shift_rows<Scale::Scalar>;
  k.shift16[2] = shift_rows<Scale::Vector>;
  k.relu[0] = relu_rows<std::uint8_t>;
  k.relu[1] = relu_rows<std::uint16_t>;
  k.relu[2] = relu_rows<std::uint32_t>;
  k.relu[3] = relu_rows<std::uint64_t>;
  k.copy = copy_chunks;
  k.fill = fill_chunks;
  k.stream = stream_copy;
  k.stream_fill = stream_fill;
  k.fence = finish_streaming;
  k.transpose[0] = transpose_tile<A1>;
  k.transpose[1] = transpose_tile<A2>;
  k.transpose[2] = transpose_tile<A4>;
  k.transpose[3] = transpose_tile<A8>;
  return k;
}
