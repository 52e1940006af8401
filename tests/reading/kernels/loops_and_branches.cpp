#include "kernel_operator.h"

template <typename T, uint8_t kDim>
__aicore__ inline void Gather(const AscendC::LocalTensor<T>& dst, const AscendC::GlobalTensor<T>& src, uint32_t n)
{
    AscendC::NdDmaLoopInfo<2> info;
    info.loopSize[0] = 64;
    info.loopSize[1] = n > 16 ? 16 : n;
    info.loopSrcStride[0] = 1;
    info.loopSrcStride[1] = 64;
    info.loopDstStride[0] = 1;
    info.loopDstStride[1] = AlignUp(64, 16);
    AscendC::NdDmaParams<T, 2> params = {info, 0};
    static constexpr AscendC::NdDmaConfig config = {false, 0, 0, false};
    AscendC::NdDmaDci();
    AscendC::DataCopy<T, 2, config>(dst, src, params);

    for (uint32_t row = 0; row < 4; ++row) {
        info.loopSrcStride[1] = 64 * row;
        AscendC::NdDmaParams<T, 2> inside{info, T(0)};
        AscendC::DataCopy(dst[row * 64], src, inside);
    }

    AscendC::NdDmaLoopInfo<2> fixed{{1, 64}, {1, 1 << 20}, {64, 16}};
    if constexpr (sizeof(int32_t) == 4) {
        fixed.loopSize[1] = 8;
    } else {
        fixed.loopSize[1] = 9;
    }
    AscendC::NdDmaParams<T, 2> last{fixed, 0};
    AscendC::DataCopy<T, 2>(dst, src, last);

    if (n > 2) {
        fixed.loopSize[1] = 7;
    }
    AscendC::NdDmaParams<T, 2> open{fixed, 0};
    AscendC::DataCopy<T, 2>(dst, src, open);
}

__aicore__ inline void Fill(DataCopyParams& params);

__aicore__ inline void Passed(AscendC::LocalTensor<float> dst, AscendC::GlobalTensor<float> src)
{
    AscendC::DataCopyParams params{4, 2, 0, 0};
    Fill(params);
    AscendC::DataCopy(dst, src, params);

    AscendC::DataCopyExtParams ext{1, 20, 0, 0, 0};
    AscendC::DataCopy(dst, src, ext);

    AscendC::SliceInfo rows[] = {{.startIndex = 0, .endIndex = 31, .stride = 0, .burstLen = 4, .shapeValue = 32}};
    AscendC::DataCopy(dst, src, rows, rows);
}
