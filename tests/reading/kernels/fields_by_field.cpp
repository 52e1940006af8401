// Parameters filled in one by one, in braces, by name, from another struct, in branches.
#include "kernel_operator.h"
using namespace AscendC;

#define LINE 64
#define BLOCKS(count, type) ((count) * sizeof(type) / 32)
#define COPY_ROWS(to, from, params) DataCopy(to, from, params)

constexpr bool WIDE = true;

constexpr uint32_t CeilDiv(uint32_t a, uint32_t b)
{
    if (b == 0) {
        return 0;
    }
    return (a + b - 1) / b;
}

template <typename T = half>
__aicore__ inline uint16_t Blocks(uint32_t count)
{
    const uint32_t bytes = count * sizeof(T);
    return static_cast<uint16_t>(CeilDiv(bytes, 32));
}

class KernelRows {
public:
    __aicore__ inline void Init(GM_ADDR x, bool wide)
    {
        xGm.SetGlobalBuffer((__gm__ half*)x, 16 * LINE);
        pipe.InitBuffer(queue, 1, 16 * LINE * sizeof(half));
        base.blockCount = 16;
        base.blockLen = BLOCKS(LINE, half);
    }

    __aicore__ inline void Process(bool flag, uint32_t n)
    {
        LocalTensor<half> ub = queue.AllocTensor<half>();
        DataCopy(ub, xGm, base);

        DataCopyParams half_rows = base;
        half_rows.blockLen = Blocks<half>(LINE) / 2;
        half_rows.srcStride = half_rows.blockLen;
        half_rows.dstGap = half_rows.blockLen + 1;
        DataCopy(ub, xGm, half_rows);

        DataCopyParams named{.blockCount = 17, .blockLen = 4};
        COPY_ROWS(ub, xGm, named);

        DataCopyParams chosen = {16, 4, 0, 0};
        if constexpr (WIDE) {
            chosen.blockCount = 5000;
        } else {
            chosen.blockCount = 8;
        }
        DataCopy(ub, xGm, chosen);

        DataCopyParams open = {16, 4, 0, 0};
        if (flag) {
            open.srcGap = 4;
        } else {
            open.srcGap = 2;
        }
        DataCopy(ub, xGm, open);

        if (flag) {
            open.srcGap = 0;
        } else {
            open.srcGap = 0;
        }
        DataCopy(ub, xGm, open);
        DataCopy(ub, xGm, Std::min(CeilDiv(n, 0), 8u) + 8u);
        DataCopy(ub, xGm, n > 0 ? 1024 : 2048);
        switch (sizeof(half)) {
            case 2: open.blockCount = 8; break;
            default: open.blockCount = 9;
        }
        DataCopy(ub, xGm, open);
    }

private:
    TPipe pipe;
    DataCopyParams base;
    TQue<TPosition::VECIN, 1> queue;
    GlobalTensor<half> xGm;
};
