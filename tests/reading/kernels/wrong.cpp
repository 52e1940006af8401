// Three mistakes that no compiler finds.
#include "kernel_operator.h"
using namespace AscendC;

__aicore__ inline void Wrong(LocalTensor<float> ub, GlobalTensor<float> gm)
{
    DataCopy(ub, gm, {5000, 1, 0, 0});      // more bursts than the field holds
    NdDmaLoopInfo<2> loops{{1, 64}, {1, 32}, {64, 4}};  NdDmaParams<float, 2> rows{loops, 0};
    DataCopy<float, 2>(ub, gm, rows);  // rows overlap
    /* ä */ DataCopy(ub, gm, 100);
}
