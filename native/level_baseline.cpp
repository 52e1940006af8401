// Instruction-set level "baseline": the shared kernels, compiled with this level's flags and vectors.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define ASCMOVE_LANES 4

namespace ascmove {
namespace baseline_level {
namespace {

#include "simd/vectors.h"
#include "simd/narrow.h"
#include "simd/zip.h"
#if defined(__SSE2__)
#include "simd/sse2.h"
#else
#include "simd/portable.h"
#endif
#include "kernels/rare.h"
#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/stream.h"
#include "kernels/transpose.h"
#include "kernels/table.h"

}  // namespace
}  // namespace baseline_level

const Kernels kBaseline = baseline_level::make_table("baseline");

}  // namespace ascmove
