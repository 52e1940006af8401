// Layouts by shape and stride, slices of them, words in L1.
#include "tensor_api/tensor.h"

using namespace AscendC::Te;

constexpr CopyL0C2GMTrait kSplit = {RoundMode::DEFAULT, false, true};
struct SplitTrait {
    using TraitType = CopyL0C2GMTrait;
    static constexpr const TraitType value = kSplit;
};

__aicore__ inline void CopyLayouts(__cc__ float* l0cAddr, __gm__ float* gmAddr, __gm__ int8_t* byteAddr, __cbuf__ uint64_t* wordAddr)
{
    auto nz = MakePatternLayout<NZLayoutPtn, Int<16>>(
        MakeShape(MakeShape(16, 4), MakeShape(16, 3)), MakeStride(MakeStride(16, 256), MakeStride(1, 1024)));
    auto l0c = MakeTensor(MakeMemPtr(l0cAddr), nz);
    auto rows = MakeTensor(MakeMemPtr(gmAddr), MakeLayout(MakeShape(64, 48), MakeStride(96, 1)));
    Copy(MakeCopy(CopyL0C2GM{}), rows, l0c);

    auto lower = l0c.Slice(MakeCoord(MakeCoord(0, 2), MakeCoord(0, 0)), MakeShape(MakeShape(16, 2), MakeShape(16, 3)));
    Copy(MakeCopy(CopyL0C2GM{}), rows.Slice(MakeCoord(32, 0), MakeShape(32, 48)), lower);
    Copy(MakeCopy(CopyL0C2GM{}), rows.Slice(MakeCoord(32, 0), MakeShape(48, 48)), lower);

    auto bytes = MakeTensor(MakeMemPtr(byteAddr), MakeFrameLayout<NDExtLayoutPtn>(64, 48));
    auto words = MakeTensor(MakeMemPtr(wordAddr), MakeFrameLayout<NDExtLayoutPtn>(1, 48));
    Copy(MakeCopy(CopyL0C2GM{}), bytes, l0c, words);
    auto fewWords = MakeTensor(MakeMemPtr(wordAddr), MakeFrameLayout<NDExtLayoutPtn>(1, 32));
    Copy(MakeCopy(CopyL0C2GM{}), bytes, l0c, fewWords);
    Copy(MakeCopy(CopyL0C2GM{}, SplitTrait{}), bytes, l0c, words);
}
