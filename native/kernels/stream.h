// Stores that go around the caches, whole lines at a time. Included inside the namespace of a level.

inline i64 to_line(const char* at) { return -static_cast<i64>(reinterpret_cast<std::uintptr_t>(at)) & 63; }

void stream_copy(char* dst, const char* src, i64 bytes) {
  const i64 head = to_line(dst) < bytes ? to_line(dst) : bytes;
  copy_run(dst, src, head, 0);
  dst += head;
  src += head;
  bytes -= head;
  for (; bytes >= 64; dst += 64, src += 64, bytes -= 64) stream_line(dst, src);
  copy_run(dst, src, bytes, 0);
}

void stream_copy_rows(char* dst, i64 dst_pitch, const char* src, i64 run, i64 rows) {
  for (i64 r = 0; r < rows; ++r, dst += dst_pitch, src += run) stream_copy(dst, src, run);
}

// `pattern` repeats every 8 bytes, counted from `dst`.
void stream_fill(char* dst, std::uint64_t pattern, i64 bytes) {
  alignas(64) std::uint64_t line[16];
  for (std::uint64_t& part : line) part = pattern;
  const char* from = reinterpret_cast<const char*>(line);
  const i64 head = to_line(dst) < bytes ? to_line(dst) : bytes;
  __builtin_memcpy(dst, from, static_cast<std::size_t>(head));
  dst += head;
  from += head & 7;
  bytes -= head;
  for (; bytes >= 64; dst += 64, bytes -= 64) stream_line(dst, from);
  __builtin_memcpy(dst, from, static_cast<std::size_t>(bytes));
}

void finish_streaming() { stream_fence(); }
