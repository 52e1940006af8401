// Stores that go around the caches, whole lines at a time. Included inside the namespace of a level.

inline i64 to_line(const char* at) { return -static_cast<i64>(reinterpret_cast<std::uintptr_t>(at)) & 63; }

void stream_copy(char* dst, const char* src, i64 bytes) {
  const i64 head = to_line(dst) < bytes ? to_line(dst) : bytes;
  if (head != 0) copy_run(dst, src, head, 0);
  dst += head;
  src += head;
  bytes -= head;
  for (; bytes >= 64; dst += 64, src += 64, bytes -= 64) stream_line(dst, src);
  if (bytes != 0) copy_run(dst, src, bytes, 0);
}

void stream_copy_rows(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 run, i64 rows) {
  for (i64 r = 0; r < rows; ++r, dst += dst_pitch, src += src_pitch) stream_copy(dst, src, run);
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

// Bytes [from, from + n) of a padded row, at most a line of them.
inline void put_together(char* to, const PaddedRow& row, i64 from, i64 n) {
  alignas(64) std::uint64_t pads[9];
  for (std::uint64_t& pad : pads) pad = row.pattern;
  copy_run(to, reinterpret_cast<const char*>(pads) + (from & 7), n, 0);
  const i64 start = from > row.before ? from : row.before;
  const i64 stop = from + n < row.before + row.run ? from + n : row.before + row.run;
  if (start < stop) copy_run(to + start - from, row.src + start - row.before, stop - start, 0);
}

// Lines that lie within the data go straight from the source.
void stream_padded(char* dst, const PaddedRow& row) {
  const i64 bytes = row.before + row.run + row.behind;
  alignas(64) char line[64];
  i64 at = to_line(dst) < bytes ? to_line(dst) : bytes;
  if (at != 0) put_together(dst, row, 0, at);
  while (at + 64 <= bytes) {
    const i64 last = row.before + row.run - 64;
    if (at >= row.before && at <= last) {
      const char* from = row.src - row.before;
      for (; at <= last; at += 64) {
        prefetch(from + at + 1024);
        stream_line(dst + at, from + at);
      }
    } else {
      put_together(line, row, at, 64);
      stream_line(dst + at, line);
      at += 64;
    }
  }
  if (at < bytes) put_together(dst + at, row, at, bytes - at);
}

void finish_streaming() { stream_fence(); }
