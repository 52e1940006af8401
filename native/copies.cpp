// The yardsticks of the benchmarks: the C library's copy, and a plain copy by streaming stores.
#include "copies.h"

#include <algorithm>
#include <cstring>

#include "kernels.h"

namespace ascmove {

void copy_by_library(char* dst, const char* src, std::int64_t bytes) {
  std::memcpy(dst, src, static_cast<std::size_t>(bytes));
}

void copy_by_streaming(char* dst, const char* src, std::int64_t bytes) {
  const Kernels& k = kernels();
  k.stream(dst, src, bytes);
  k.fence();
}

}  // namespace ascmove
