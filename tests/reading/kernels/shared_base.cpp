// A base class that sets up the buffers, methods outside of the class, helpers that are given tensors and references.
#include "kernel_operator.h"
using namespace AscendC;

template <typename T, int DEPTH = 2>
class Base {
protected:
    __aicore__ inline void SetUp(GM_ADDR x, uint32_t elements)
    {
        count = elements;
        input.SetGlobalBuffer((__gm__ T*)x, elements);
        pipe.InitBuffer(inQueue, DEPTH, 4096);
    }
    TPipe pipe;
    TQue<TPosition::VECIN, DEPTH> inQueue;
    GlobalTensor<T> input;
    uint32_t count = 0;
};

template <typename T>
__aicore__ inline void Fetch(const LocalTensor<T>& to, const GlobalTensor<T>& from, uint32_t n, uint16_t bursts = 1)
{
    DataCopyParams params;
    params.blockCount = bursts;
    params.blockLen = n * sizeof(T) / 32;
    DataCopy(to, from, params);
}

__aicore__ inline void Next(uint32_t& offset, uint32_t by)
{
    offset += by;
}

template <typename T>
class Kernel : public Base<T> {
public:
    __aicore__ inline void Init(GM_ADDR x);
    __aicore__ inline void Process();
};

template <typename T>
__aicore__ inline void Kernel<T>::Init(GM_ADDR x)
{
    this->SetUp(x, 8192);
}

template <typename T>
__aicore__ inline void Kernel<T>::Process()
{
    LocalTensor<T> tile = this->inQueue.template AllocTensor<T>();
    uint32_t offset = 0;
    Fetch(tile, this->input, 1024);
    Next(offset, 7168);
    Fetch(tile, this->input[offset], 1024);
    Next(offset, 8);
    Fetch(tile, this->input[offset], 1024);
    Fetch<T>(tile, this->input, 512, 3);
    auto copy = [&](uint32_t length) { DataCopy(tile, this->input, length); };
    copy(1024);
    copy(1032);
    DataCopy(tile, this->input, this->count);
}

extern "C" __global__ __aicore__ void shared_base(GM_ADDR x)
{
    Kernel<float> op;
    op.Init(x);
    op.Process();
}
