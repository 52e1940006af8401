// Instruction-set level "avx512": the shared kernels, compiled with this level's flags and vectors.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels.h"

#include <immintrin.h>

#define ASCMOVE_LANES 16

namespace ascmove {
namespace avx512_level {
namespace {

#include "simd/vectors.h"
#include "simd/narrow.h"
#include "simd/zip.h"
#include "simd/avx512.h"
#include "kernels/rare.h"
#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/stream.h"
#include "kernels/transpose.h"
#include "kernels/table.h"

}  // namespace
}  // namespace avx512_level

const Kernels kAvx512 = avx512_level::make_table("avx512");

}  // namespace ascmove
