// Matrix results out of L0C with a scale on the way, and a fractal count that was taken for blocks of 32 B.
#include "kernel_operator.h"
using namespace AscendC;

enum class Stage { FIRST, LAST };

class KernelDequant {
public:
    __aicore__ inline void Init(GM_ADDR c)
    {
        cGm.SetGlobalBuffer((__gm__ half*)c, M * N);
        pipe.InitBuffer(outQueueCO1, 1, M * N * sizeof(int32_t));
        pipe.InitBuffer(outQueueCO2, 1, M * N * sizeof(half));
    }

    __aicore__ inline void CopyOut()
    {
        LocalTensor<int32_t> c1Local = outQueueCO1.DeQue<int32_t>();
        LocalTensor<half> c2Local = outQueueCO2.AllocTensor<half>();
        DataCopyParams dataCopyParams;
        dataCopyParams.blockCount = 1;
        dataCopyParams.blockLen = M * N * sizeof(int32_t) / 1024;
        DataCopyEnhancedParams enhancedParams;
        enhancedParams.blockMode = BlockMode::BLOCK_MODE_MATRIX;
        enhancedParams.deqScale = DeqScale::DEQ;
        enhancedParams.deqValue = 0x3F800000;
        DataCopy(c2Local, c1Local, dataCopyParams, enhancedParams);

        DataCopyParams blocks = dataCopyParams;
        blocks.blockLen = M * N * sizeof(int32_t) / 32;
        DataCopy(c2Local, c1Local, blocks, enhancedParams);

        enhancedParams.isRelu = true;
        enhancedParams.sidStoreMode = 3;
        DataCopy(c2Local, c1Local, dataCopyParams, enhancedParams);

        DataCopy(cGm, c2Local, {1, M * N * sizeof(half) / 32, 0, 0}, {BlockMode::BLOCK_MODE_NORMAL, DeqScale::DEQ_NONE, 0, 0, false, pad_t::PAD_NONE, 0});
    }

private:
    static constexpr uint16_t M = 32, N = 64;
    TPipe pipe;
    TQue<QuePosition::CO1, 1> outQueueCO1;
    TQue<QuePosition::CO2, 1> outQueueCO2;
    GlobalTensor<half> cGm;
};
