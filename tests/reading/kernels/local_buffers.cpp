// Parts of buffers: views, other element types, tensors at addresses.
#include "kernel_operator.h"
using namespace AscendC;

__aicore__ inline void Parts(GM_ADDR x, uint32_t n)
{
    TPipe pipe;
    TBuf<TPosition::VECIN> scratch;
    TBuf<> unused;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> bound;
    GlobalTensor<uint8_t> bytes;
    GlobalTensor<float> open;
    pipe.InitBuffer(scratch, 1000);
    pipe.InitBuffer(bound, 2, 512);
    bytes.SetGlobalBuffer((__gm__ uint8_t*)x, 1024);
    open.SetGlobalBuffer((__gm__ float*)x, n);

    LocalTensor<float> all = scratch.Get<float>();
    DataCopy(all, open, 256);
    DataCopy(all, open, 264);
    DataCopy(all[128], open, 136);

    LocalTensor<half> first = scratch.Get<half>(64);
    LocalTensor<uint8_t> same = first.ReinterpretCast<uint8_t>();
    DataCopy(same, bytes[512], 128);
    DataCopy(same[32], bytes[512], 128);
    DataCopy(same, bytes[1000], 32);
    DataCopy(all[4], open, 8);

    LocalTensor<uint8_t> moved = bound.AllocTensor<uint8_t>();
    DataCopy(moved, bytes, 512);
    bound.EnQue(moved);
    moved = bound.DeQue<uint8_t>();
    DataCopy(bytes[512], moved, 544);

    LocalTensor<half> placed(TPosition::VECIN, 0, 256);
    DataCopy(placed, bytes.ReinterpretCast<half>(), 256);
    DataCopy(placed, bytes.ReinterpretCast<half>(), 272);
    LocalTensor<half> large(TPosition::VECIN, 0, 1 << 20);
    DataCopy(large, bytes.ReinterpretCast<half>(), 256);
}
