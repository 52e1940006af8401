// The table of a level. Included inside the namespace of a level, after all kernels.

constexpr bool saturates(Store t) { return t != Store::Float; }  // in the table of ordinary conversions
constexpr bool can_stream(Store t) {
  return t == Store::Float || t == Store::Half || t == Store::BFloat16 || t == Store::E4M3 || t == Store::Byte;
}

template <Source S, Scale C, Store T>
constexpr ConvertRows streaming() {
  if constexpr (can_stream(T)) {
    return convert_rows<S, C, T, saturates(T), true>;
  } else {
    return nullptr;
  }
}

template <Source S, Scale C, std::size_t... T>
constexpr void fill_stores(Kernels& k, std::index_sequence<T...>) {
  constexpr int s = static_cast<int>(S), c = static_cast<int>(C);
  ((k.convert[s][c][T] = convert_rows<S, C, static_cast<Store>(T), saturates(static_cast<Store>(T)), false>), ...);
  ((k.convert_streamed[s][c][T] = streaming<S, C, static_cast<Store>(T)>()), ...);
}

template <std::size_t... SC>
constexpr void fill_converts(Kernels& k, std::index_sequence<SC...>) {
  (fill_stores<static_cast<Source>(SC / kScales), static_cast<Scale>(SC % kScales)>(
       k, std::make_index_sequence<kStores>()),
   ...);
}

template <std::size_t... T>
constexpr void fill_kept(Kernels& k, std::index_sequence<T...>) {
  ((k.kept[T] = convert_rows<Source::Float, Scale::None, static_cast<Store>(T), false, false>), ...);
}

constexpr Kernels make_table(const char* name) {
  Kernels k{};
  k.name = name;
  fill_converts(k, std::make_index_sequence<kSources * kScales>());
  fill_kept(k, std::make_index_sequence<kStores>());
  k.shift16[1] = repeated<shift_cells<Scale::Scalar>>;
  k.shift16[2] = repeated<shift_cells<Scale::Vector>>;
  k.relu[0] = repeated<relu_cells<std::uint8_t>>;
  k.relu[1] = repeated<relu_cells<std::uint16_t>>;
  k.relu[2] = repeated<relu_cells<std::uint32_t>>;
  k.relu[3] = repeated<relu_cells<std::uint64_t>>;
  k.copy = copy_chunks;
  k.copy_streamed = copy_chunks_streamed;
  k.fill = fill_chunks;
  k.stream = stream_copy;
  k.stream_rows = stream_copy_rows;
  k.stream_fill = stream_fill;
  k.stream_padded = stream_padded;
  k.fence = finish_streaming;
  k.transpose[0] = transpose_tile<std::uint8_t>;
  k.transpose[1] = transpose_tile<std::uint16_t>;
  k.transpose[2] = transpose_tile<std::uint32_t>;
  k.transpose[3] = transpose_tile<std::uint64_t>;
  k.transpose_streamed[0] = transpose_streamed<std::uint8_t>;
  k.transpose_streamed[1] = transpose_streamed<std::uint16_t>;
  k.transpose_streamed[2] = transpose_streamed<std::uint32_t>;
  k.transpose_streamed[3] = transpose_streamed<std::uint64_t>;
  return k;
}
