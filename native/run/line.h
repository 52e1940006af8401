// Lines of the cache, and where in one an address lies. Kernels have their own: they are compiled once per level.
#pragma once

#include <cstdint>

namespace ascmove {

using i64 = std::int64_t;

constexpr i64 kLine = 64;

// Bytes from the start of the line to `at`.
inline i64 in_line(const char* at) { return static_cast<i64>(reinterpret_cast<std::uintptr_t>(at)) & (kLine - 1); }
// Bytes from `at` to the next start of a line; 0 where one starts there.
inline i64 to_line(const char* at) { return -in_line(at) & (kLine - 1); }

}  // namespace ascmove
