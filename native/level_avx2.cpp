// Instruction-set level "avx2": the shared kernels, compiled with this level's flags and vectors.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels.h"

#include <immintrin.h>

#define ASCMOVE_LANES 8

namespace ascmove {
namespace avx2_level {
namespace {

#include "simd/vectors.h"
#include "simd/narrow.h"
#include "simd/zip.h"
#include "simd/avx2.h"
#include "kernels/rare.h"
#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/stream.h"
#include "kernels/transpose.h"
#include "kernels/table.h"

}  // namespace
}  // namespace avx2_level

const Kernels kAvx2 = avx2_level::make_table("avx2");

}  // namespace ascmove
