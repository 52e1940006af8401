#include "kernel_operator.h"

using namespace AscendC;

enum Geometry : uint32_t { ROWS = 12, COLUMNS = ROWS * 4, PITCH };
#define BLOCK_BYTES 32
#define BLOCKS(T) (COLUMNS * sizeof(T) / BLOCK_BYTES)

template <typename T>
class KernelCopyIn {
public:
    static constexpr uint16_t kGap = (1 << 3) - 1;
    static constexpr int32_t BUFFER_NUM = 2;

    __aicore__ inline void Init(GM_ADDR x, uint32_t total)
    {
        xGm.SetGlobalBuffer((__gm__ half*)x, total);
        rowLength = total / ROWS;
    }

    __aicore__ inline void Process()
    {
        for (uint32_t i = 0; i < ROWS; i++) {
            CopyIn(i);
        }
    }

private:
    __aicore__ inline void CopyIn(uint32_t progress)
    {
        LocalTensor<half> xLocal = inQueue.AllocTensor<half>();
        DataCopyParams params;
        params.blockCount = static_cast<uint16_t>(ROWS);
        params.blockLen = COLUMNS * sizeof(half) / BLOCK_BYTES;
        params.srcStride = kGap;
        DataCopy(xLocal, xGm[progress * rowLength], params);

        params.dstGap = rowLength;
        DataCopy(xLocal, xGm, params);

        DataCopy(xLocal, xGm, {BUFFER_NUM, COLUMNS / 16, PITCH - COLUMNS, progress});
        DataCopy(xLocal, xGm, rowLength);
        DataCopy(xLocal, xGm, 5000u / 7 * 0x10);
        inQueue.EnQue(xLocal);
    }

    TPipe pipe;
    TQue<QuePosition::VECIN, BUFFER_NUM> inQueue;
    GlobalTensor<half> xGm;
    uint32_t rowLength;
};
