// Rows and columns cut out of an image.
#include "kernel_operator.h"

namespace crop {

using AscendC::SliceInfo;

constexpr uint32_t ROWS = 3;
constexpr uint32_t PITCH = 87;

class KernelCrop {
public:
    __aicore__ inline explicit KernelCrop(GM_ADDR x)
    {
        xGm.SetGlobalBuffer((__gm__ float*)x, ROWS * PITCH);
        pipe.InitBuffer(queue, 1, 2 * 48 * sizeof(float));
    }

    __aicore__ inline void CopyIn()
    {
        AscendC::LocalTensor<float> xLocal = queue.AllocTensor<float>();
        SliceInfo fromImage[] = {{16, 70, 7, 3, PITCH}, {0, 2, 1, 1, ROWS}};
        SliceInfo toTile[] = {{0, 47, 0, 3, 48}, {0, 1, 0, 1, 2}};
        AscendC::DataCopy(xLocal, xGm, toTile, fromImage, 2);

        fromImage[0].burstLen = 24;
        AscendC::DataCopy(xLocal, xGm, toTile, fromImage, 2);

        fromImage[0] = {16, 70, 7, 3, PITCH};
        fromImage[1].endIndex = ROWS;
        AscendC::DataCopy(xLocal, xGm, toTile, fromImage, 2);

        SliceInfo wide[2] = {{.startIndex = 0, .endIndex = 55, .stride = 0, .burstLen = 7, .shapeValue = 56},
                             {.startIndex = 0, .endIndex = 2, .stride = 0, .burstLen = 1, .shapeValue = 3}};
        SliceInfo all[2];
        all[0] = wide[0];
        all[0].shapeValue = PITCH;
        all[1] = wide[1];
        AscendC::DataCopy(xLocal, xGm, wide, all, 2);
    }

private:
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> queue;
    AscendC::GlobalTensor<float> xGm;
};

}  // namespace crop
