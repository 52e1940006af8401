// Moves of other families: each is named, none is passed over.
#include "kernel_operator.h"
using namespace AscendC;

class KernelMixed {
public:
    __aicore__ inline void Process()
    {
        LocalTensor<half> xLocal = inQueue.AllocTensor<half>();
        DataCopyExtParams ext{1, 20, 0, 0, 0};
        DataCopyPadExtParams<half> pad{false, 0, 0, 0};
        DataCopyPad(xLocal, xGm, ext, pad);
        Copy(yLocal, xLocal, 128, 4, {1, 1, 8, 8});
        LoadData(aLocal, a1Local, loadParams);
        Fixpipe<half, float, CFG_ROW_MAJOR>(cGm, c1Local, fixpipeParams);
        Nd2NzParams nz{1, 16, 32, 0, 32, 16, 1, 0};
        DataCopy(a1Local, aGm, nz);
        DataCopy(a1Local, aGm, nz, 3);
        copy_gm_to_ubuf((__ubuf__ void*)0, (__gm__ void*)x, 0, 1, 8, 0, 0);
        MicroAPI::DataCopy(reg, (__ubuf__ half*)addr);
        if (AscendC::GetBlockIdx() == 0) {
            DataCopyPad(yGm, xLocal, ext);
        }
        Copied(1);
    }

private:
    __aicore__ inline void Copied(int32_t k) {}
    TQue<TPosition::VECIN, 1> inQueue;
    GlobalTensor<half> xGm, yGm;
};
