// The table of inner loops that one instruction-set level offers. Everything else in native/ is plain C++.
#pragma once

#include <cstdint>

#include "conversion.h"

namespace ascmove {

using i64 = std::int64_t;

// n2 times n1 cells of n0 elements; distances in bytes. `ahead`: how far in front of each cell to prefetch.
struct Rows {
  char* dst;
  const char* src;
  i64 n0, n1;
  i64 d1, s1;
  i64 words = 0;  // entries of the word arrays from one cell to the next; the same words every one of the n2 times
  i64 ahead = 0;
  i64 n2 = 1, d2 = 0, s2 = 0;
};

// n1 x n0 chunks of `chunk` bytes; distances in bytes.
struct Chunks {
  char* dst;
  const char* src;
  i64 chunk;
  i64 n0, d0, s0;
  i64 n1, d1, s1;
  i64 ahead = 0;
};

// A row of bytes: `pattern`, repeating every 8 bytes from the start of the row on, with data between.
struct PaddedRow {
  const char* src;
  i64 before, run, behind;
  std::uint64_t pattern;
};

using ConvertRows = void (*)(const Rows&, const Constants&);
using CopyChunks = void (*)(const Chunks&);
// `rows` x `cols` elements: dst[c * dst_pitch + r * width] = src[r * src_pitch + c * width]
using Transpose = void (*)(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols);

// The same for source rows of at most a line, from whole squares of 16-byte rows to whole lines of the destination,
// around the caches; `ahead`: how many bytes in front of each row to prefetch.
using TransposeNarrow = void (*)(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 rows, i64 cols, i64 ahead);

struct Kernels {
  const char* name;
  ConvertRows convert[kSources][kScales][kStores];           // saturating; destination float never does
  ConvertRows convert_streamed[kSources][kScales][kStores];  // around the caches; null where there is none
  ConvertRows kept[kStores];                                 // from unscaled float, overflow and NaN kept
  ConvertRows shift16[kScales];  // Scalar and Vector
  ConvertRows relu[4];           // by width 1, 2, 4, 8
  CopyChunks copy;
  CopyChunks copy_streamed;  // chunks and destinations on multiples of 16 bytes
  void (*fill)(const Chunks&, std::uint64_t pattern);  // src unused; chunk is the width
  // rows of `run` bytes around the caches
  void (*stream_rows)(char* dst, i64 dst_pitch, const char* src, i64 src_pitch, i64 run, i64 rows);
  void (*stream)(char* dst, const char* src, i64 bytes);         // around the caches
  void (*stream_fill)(char* dst, std::uint64_t pattern, i64 bytes);  // pattern of 8 bytes
  void (*stream_padded)(char* dst, const PaddedRow& row);             // around the caches
  void (*fence)();                                                    // after streaming
  Transpose transpose[4];  // by width 1, 2, 4, 8
  TransposeNarrow transpose_streamed[4];
};

extern const Kernels kBaseline;
#if defined(ASCMOVE_X86_LEVELS)
extern const Kernels kAvx2;
extern const Kernels kAvx512;
#endif

// The level in use: the best one this processor has, unless one was asked for.
const Kernels& kernels();
// Choose "baseline", "avx2" or "avx512"; false when this processor or build lacks it.
bool use_level(const char* name);
// All levels that this processor and build have, worst first; returns how many.
int levels(const char* (&names)[4]);

inline int width_index(i64 width) { return width == 1 ? 0 : width == 2 ? 1 : width == 4 ? 2 : 3; }

}  // namespace ascmove
