// The Tensor API names that the copy calls of these tests need.
#pragma once
#include <cstdint>

#include "../kernel_operator.h"

namespace AscendC::Te {

struct NZLayoutPtn {};
struct NDLayoutPtn {};
struct DNLayoutPtn {};
struct NDExtLayoutPtn {};
struct DNExtLayoutPtn {};
struct NHWCLayoutPtn {};
struct NCHWLayoutPtn {};
struct NC1HWC0LayoutPtn {};
template <int N>
struct Int {};

enum class RoundMode { DEFAULT, HYBRID };
enum class DualDstMode { DUAL_DST_DISABLE, DUAL_DST_SPLIT_M, DUAL_DST_SPLIT_N };
struct CopyL0C2GM {};
struct CopyL0C2UB {};
struct CopyL0C2GMTrait {
    RoundMode roundMode = RoundMode::DEFAULT;
    bool enableRelu = false;
    bool enableChannelSplit = false;
};
struct CopyL0C2GMTraitDefault {};
struct FixpipeParams {
    uint8_t unitFlag = 0;
    bool subBlockId = false;
};

template <typename... Values>
struct Tuple {};
template <typename... Values>
Tuple<Values...> MakeCoord(Values...) { return {}; }
template <typename... Values>
Tuple<Values...> MakeShape(Values...) { return {}; }
template <typename... Values>
Tuple<Values...> MakeStride(Values...) { return {}; }

struct Layout {};
template <typename Pattern, int C0 = 16, typename... Extents>
Layout MakeFrameLayout(Extents...) { return {}; }
template <typename Pattern, typename C0, typename Shape, typename Stride>
Layout MakePatternLayout(Shape, Stride) { return {}; }
template <typename Shape, typename Stride>
Layout MakeLayout(Shape, Stride) { return {}; }

template <typename Pointer>
struct Tensor {
    template <typename Coord, typename Shape>
    Tensor Slice(Coord, Shape) const { return *this; }
};
template <typename Pointer>
Pointer MakeMemPtr(Pointer pointer) { return pointer; }
template <typename Pointer>
Tensor<Pointer> MakeTensor(Pointer, Layout) { return {}; }

template <typename Operation>
struct CopyAtom {
    CopyAtom with(const FixpipeParams&) const { return *this; }
};
template <typename Operation>
CopyAtom<Operation> MakeCopy(const Operation&) { return {}; }
template <typename Operation, typename Trait>
CopyAtom<Operation> MakeCopy(const Operation&, const Trait&) { return {}; }
template <typename Atom, typename Dst, typename Src>
void Copy(const Atom&, const Dst&, const Src&) {}
template <typename Atom, typename Dst, typename Src, typename Quant>
void Copy(const Atom&, const Dst&, const Src&, const Quant&) {}

}  // namespace AscendC::Te
