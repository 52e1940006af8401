#include "tensor_api/tensor.h"

using namespace AscendC::Te;
__aicore__ inline void CopyL0CToGM()
{
    auto l0c = MakeTensor(MakeMemPtr(l0cAddr), MakeFrameLayout<NZLayoutPtn, 16>(m, n));
    auto gm = MakeTensor(MakeMemPtr(gmAddr), MakeFrameLayout<NDExtLayoutPtn>(m, n));

    uint64_t quant = 1;
    auto atom = MakeCopy(CopyL0C2GM{}).with(FixpipeParams{});
    Copy(atom, gm, l0c, quant);
}
