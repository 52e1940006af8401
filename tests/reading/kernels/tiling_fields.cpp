// Sizes come with the tiling at run time: nothing of them is known, and nothing of them is guessed.
#include "kernel_operator.h"

struct SoftmaxTiling {
    uint32_t rows;
    uint32_t columns;
    uint32_t tileRows;
};

template <typename T>
class KernelSoftmax {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const SoftmaxTiling& tiling)
    {
        columns = tiling.columns;
        tileRows = tiling.tileRows;
        alignedColumns = AscendC::AlignUp(columns, 32 / sizeof(T));
        xGm.SetGlobalBuffer((__gm__ T*)x + AscendC::GetBlockIdx() * tiling.rows * columns, tiling.rows * columns);
        yGm.SetGlobalBuffer((__gm__ T*)y);
        pipe.InitBuffer(xQueue, 1, tileRows * alignedColumns * sizeof(T));
        pipe.InitBuffer(yQueue, 1, 4096);
    }

    __aicore__ inline void Process(uint32_t loops)
    {
        for (uint32_t k = 0; k < loops; ++k) {
            CopyIn(k);
            CopyOut(k);
        }
    }

private:
    __aicore__ inline void CopyIn(uint32_t k)
    {
        auto xLocal = xQueue.template AllocTensor<T>();
        AscendC::DataCopyParams params;
        params.blockCount = tileRows;
        params.blockLen = columns * sizeof(T) / 32;
        params.srcGap = 0;
        params.dstGap = (alignedColumns - columns) * sizeof(T) / 32;
        AscendC::DataCopy(xLocal, xGm[k * tileRows * columns], params);
        xQueue.EnQue(xLocal);
    }

    __aicore__ inline void CopyOut(uint32_t k)
    {
        AscendC::LocalTensor<half> yLocal = yQueue.template DeQue<half>();
        AscendC::DataCopy(halfGm, yLocal, 1000);
        AscendC::DataCopy(halfGm[k * 16], yLocal, 4096);
    }

    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::QuePosition::VECIN, 1> xQueue;
    AscendC::TQue<AscendC::QuePosition::VECOUT, 1> yQueue;
    AscendC::GlobalTensor<T> xGm, yGm;
    AscendC::GlobalTensor<half> halfGm;
    uint32_t columns;
    uint32_t tileRows;
    uint32_t alignedColumns;
};
