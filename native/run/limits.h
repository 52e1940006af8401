// Sizes at which the way of working changes; measured, see docs/native.md.
#pragma once

#include "run/line.h"

namespace ascmove {

constexpr i64 kStreamRun = 128;        // bytes; shorter runs are stored the ordinary way
constexpr i64 kPanel = 8;              // cells of a row handled together: as many streams are read, fewer than the
                                       // ways of a first-level cache
constexpr i64 kRow = 4096;             // bytes of the row buffer
constexpr i64 kStage = 16 << 10;       // most bytes of rows that are gathered before they are written around the caches
constexpr i64 kStaged = 2 << 10;       // of short rows: reading, converting and writing overlap
constexpr i64 kBoxRow = 512;           // bytes of a row that needs no block
constexpr i64 kBoxOfRows = 8 << 10;    // the same where the source is dense

// Those that tests lower, so that small Plans take the ways of large ones.
struct Limits {
  i64 stream_from = 8 << 20;   // bytes of destination from which stores go around the caches
  i64 large_from = 512 << 10;  // bytes of destination from which panels and prefetching pay
  i64 thread_from = 2 << 20;   // bytes of destination from which threads pay
  int threads = 1;             // most threads that work on one Step
};

Limits& limits();

}  // namespace ascmove
