#include "tensor_api/tensor.h"

using namespace AscendC::Te;

__aicore__ inline void CopyBatchL0CToGM(__gm__ half* gmAddr)
{
    constexpr uint32_t srcBatch = 3;
    constexpr uint32_t dstBatch = 9;
    constexpr uint32_t m = 32;
    constexpr uint32_t n = 64;

    __cc__ float l0cBuf[srcBatch * m * n];

    auto l0c = MakeTensor(MakeMemPtr(l0cBuf), MakeFrameLayout<NZLayoutPtn>(srcBatch, m, n));
    auto gm = MakeTensor(MakeMemPtr(gmAddr), MakeFrameLayout<NDExtLayoutPtn>(dstBatch, m, n));

    auto atom = MakeCopy(CopyL0C2GM{}).with(FixpipeParams{});
    for (uint32_t i = 0; i < dstBatch / srcBatch; ++i) {
        auto gmSlice = gm.Slice(MakeCoord(i * srcBatch, MakeCoord(0, 0)), MakeShape(srcBatch, MakeShape(m, n)));
        Copy(atom, gmSlice, l0c);
    }
}
