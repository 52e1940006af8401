// Sizes at which the way of working changes; measured, see docs/native.md.
#pragma once

#include <cstdint>

namespace ascmove {

using i64 = std::int64_t;

constexpr i64 kStreamFrom = 8 << 20;   // bytes of destination from which stores go around the caches
constexpr i64 kStreamRun = 128;        // shorter runs are stored the ordinary way
constexpr i64 kLargeFrom = 512 << 10;  // bytes of destination from which panels and prefetching pay
constexpr i64 kPanel = 8;              // pieces of a row handled together: as many streams are read
constexpr i64 kRowsAhead = 4;          // how many rows ahead of the work to prefetch
constexpr i64 kRow = 4096;             // bytes of the row buffer

}  // namespace ascmove
