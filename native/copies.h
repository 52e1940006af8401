// The yardsticks of the benchmarks.
#pragma once

#include <cstdint>

namespace ascmove {

void copy_by_library(char* dst, const char* src, std::int64_t bytes);
void copy_by_streaming(char* dst, const char* src, std::int64_t bytes);

}  // namespace ascmove
