#include "tensor_api/tensor.h"

using namespace AscendC::Te;

constexpr uint32_t H = 8;
constexpr uint32_t W = 8;
constexpr uint32_t C = 16;

__aicore__ inline void CopyConvOutputL0CToGM(__gm__ float* gmAddr)
{
    __cc__ float l0cBuf[H * W * C];

    auto l0c = MakeTensor(
        MakeMemPtr(l0cBuf),
        MakeFrameLayout<NZLayoutPtn, 16>(H * W, C));
    auto gm = MakeTensor(
        MakeMemPtr(gmAddr), MakeFrameLayout<NHWCLayoutPtn>(1, H, W, C));

    auto copyL0CToGM = MakeCopy(CopyL0C2GM{}, CopyL0C2GMTraitDefault{});
    Copy(copyL0CToGM, gm, l0c);
}
