// The names that NDDMA had before.
#include "kernel_operator.h"
using namespace AscendC;

constexpr MultiCopyConfig kNearest = {true};

__aicore__ inline void Broadcast(LocalTensor<int32_t> dst, GlobalTensor<int32_t> src)
{
    MultiCopyLoopInfo<3> info{{1, 0, 64}, {1, 64, 512}, {64, 8, 4}, {0, 0, 0}, {0, 0, 0}};
    MultiCopyParams<int32_t, 3> params{info, 7};
    MultiCopyDci();
    DataCopy<int32_t, 3>(dst, src, params);
    params.loopInfo.loopLpSize[2] = 200;
    params.loopInfo.loopRpSize[2] = 56;
    DataCopy<int32_t, 3, kNearest>(dst, src, params);
    params.loopInfo.loopSize[1] = 1 << 20;
    DataCopy<int32_t, 3, kNearest>(dst, src, params);
}
