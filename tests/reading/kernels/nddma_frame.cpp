// A frame of zeros around an image, and a transpose with a mistake in its strides.
#include "kernel_operator.h"

template <typename T, uint32_t ROWS, uint32_t COLUMNS, uint8_t PAD = 2>
class KernelFrame {
public:
    static constexpr uint32_t WIDE = AscendC::CeilDivision((COLUMNS + 2 * PAD) * sizeof(T), 32) * 32 / sizeof(T);
    static constexpr AscendC::NdDmaConfig CONFIG = {false, 0, 0, false};

    __aicore__ inline void Init(GM_ADDR image)
    {
        imageGm.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(image), ROWS * COLUMNS);
        pipe.InitBuffer(frame, (ROWS + 2 * PAD) * WIDE * sizeof(T));
        pipe.InitBuffer(turned, ROWS * COLUMNS * sizeof(T));
    }

    __aicore__ inline void Process()
    {
        AscendC::NdDmaLoopInfo<2> loops;
        loops.loopSrcStride[0] = 1;
        loops.loopSrcStride[1] = COLUMNS;
        loops.loopDstStride[0] = 1;
        loops.loopDstStride[1] = WIDE;
        loops.loopSize[0] = COLUMNS;
        loops.loopSize[1] = ROWS;
        loops.loopLpSize[0] = loops.loopRpSize[0] = PAD;
        loops.loopLpSize[1] = loops.loopRpSize[1] = PAD;
        AscendC::NdDmaParams<T, 2> params = {loops, 0};
        AscendC::NdDmaDci();
        AscendC::DataCopy<T, 2, CONFIG>(frame.Get<T>(), imageGm, params);

        AscendC::NdDmaParams<T, 2> turn{{{1, COLUMNS}, {COLUMNS, 1}, {COLUMNS, ROWS}, {0, 0}, {0, 0}}, 0};
        AscendC::DataCopy<T, 2, CONFIG>(turned.Get<T>(), imageGm, turn);

        turn.loopInfo.loopDstStride[0] = ROWS;
        AscendC::DataCopy<T, 2, CONFIG>(turned.Get<T>(), imageGm, turn);
        AscendC::DataCopy<T, 2, CONFIG>(turned.Get<T>(ROWS), imageGm, turn);
    }

private:
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECIN> frame, turned;
    AscendC::GlobalTensor<T> imageGm;
};

template class KernelFrame<half, 24, 32>;
