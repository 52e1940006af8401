// Results of a matrix multiplication, out of L0C through layouts made from frames.
#include "tensor_api/tensor.h"
using namespace AscendC::Te;

constexpr uint32_t M = 128, N = 256;

template <typename T>
__aicore__ inline void CopyOut(__gm__ T* gmAddr, uint32_t rows)
{
    __cc__ float l0cBuf[M * N];
    auto l0c = MakeTensor(MakeMemPtr(l0cBuf), MakeFrameLayout<NZLayoutPtn, 16>(M, N));
    auto gm = MakeTensor(MakeMemPtr(gmAddr), MakeFrameLayout<NDExtLayoutPtn>(M, N));
    auto atom = MakeCopy(CopyL0C2GM{}).with(FixpipeParams{0});
    Copy(atom, gm, l0c);

    auto tooWide = MakeTensor(MakeMemPtr(gmAddr), MakeFrameLayout<NDExtLayoutPtn>(M, 2 * N));
    Copy(atom, tooWide, l0c);

    Copy(MakeCopy(CopyL0C2GM{}).with(FixpipeParams{1}), gm, l0c);
    auto open = MakeTensor(MakeMemPtr(gmAddr), MakeFrameLayout<NDExtLayoutPtn>(rows, N));
    Copy(atom, open, l0c);
}

__aicore__ inline void Tail(__gm__ half* gmAddr)
{
    __cc__ float small[M * N / 2];
    auto l0c = MakeTensor(MakeMemPtr(small), MakeFrameLayout<NZLayoutPtn, 16>(M, N));
    auto gm = MakeTensor(MakeMemPtr(gmAddr + 16), MakeFrameLayout<NDExtLayoutPtn>(M, N));
    Copy(MakeCopy(CopyL0C2GM{}), gm, l0c);
}

template void CopyOut<float>(__gm__ float*, uint32_t);
