// Loops of few turns, of many turns, of an unknown number; offsets that depend on them.
#include "kernel_operator.h"
using namespace AscendC;

constexpr uint32_t ROW = 128;

class KernelTurns {
public:
    __aicore__ inline void Init(GM_ADDR x)
    {
        xGm.SetGlobalBuffer((__gm__ half*)x, 1000 * ROW);
        pipe.InitBuffer(buffer, 16 * ROW * sizeof(half));
    }

    __aicore__ inline void Process(uint32_t rows)
    {
        auto ub = buffer.Get<half>();
        for (uint32_t r = 0; r <= 16; ++r) {
            DataCopy(ub[r * ROW], xGm[r * ROW], ROW);
        }
        for (uint32_t r = 0; r < 1000; r += 1) {
            DataCopy(ub, xGm[(r + 1) * ROW], ROW);
        }
        for (uint32_t a = 0; a < 2; a++) {
            for (uint32_t b = 4; b > 0; b--) {
                DataCopy(ub[b * ROW], xGm, {uint16_t(b), 8, uint16_t(a * 8), 0});
            }
        }
        for (uint32_t r = 0; r < rows; ++r) {
            DataCopy(ub, xGm[r * ROW], ROW);
            DataCopy(ub, xGm, 17 * ROW);
        }
        uint32_t left = 3 * ROW;
        uint32_t at = 0;
        for (uint32_t k = 0; k < 4; ++k) {
            if (left == 0) {
                break;
            }
            DataCopy(ub[at], xGm, ROW + 8 * k);
            at += ROW;
            left -= ROW;
        }
        DataCopy(ub[at], xGm, 13 * ROW);
        DataCopy(ub[at], xGm, 14 * ROW);
        while (left < rows) {
            left += 16;
            DataCopy(ub, xGm, left);
        }
    }

private:
    TPipe pipe;
    TBuf<TPosition::VECIN> buffer;
    GlobalTensor<half> xGm;
};
