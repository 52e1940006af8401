// The declarations that the copy calls of these tests need, and nothing else: enough to compile what is printed.
#pragma once
#include <cstdint>

#define __aicore__
#define __gm__
#define __cc__
#define __global__

template <int Bytes, int Tag>
struct Number {
    Number() = default;
    constexpr Number(double) {}
    uint8_t raw[Bytes];
};
using half = Number<2, 0>;
using bfloat16_t = Number<2, 1>;
using hifloat8_t = Number<1, 2>;
using fp8_e4m3fn_t = Number<1, 3>;
using fp8_e5m2_t = Number<1, 4>;
using fp8_e8m0_t = Number<1, 5>;
using complex32 = Number<4, 6>;
using complex64 = Number<8, 7>;

enum class pad_t { PAD_NONE, PAD_MODE1, PAD_MODE2, PAD_MODE3, PAD_MODE4, PAD_MODE5, PAD_MODE6, PAD_MODE7, PAD_MODE8 };

namespace AscendC {

template <typename T>
struct LocalTensor {
    LocalTensor operator[](uint32_t) const { return *this; }
};
template <typename T>
struct GlobalTensor {
    GlobalTensor operator[](uint64_t) const { return *this; }
};

struct DataCopyParams {
    DataCopyParams() = default;
    DataCopyParams(uint16_t, uint16_t, uint16_t, uint16_t) {}
    uint16_t blockCount, blockLen, srcGap, dstGap;
};

enum class BlockMode {
    BLOCK_MODE_NORMAL, BLOCK_MODE_MATRIX, BLOCK_MODE_VECTOR, BLOCK_MODE_SMALL_CHANNEL, BLOCK_MODE_DEPTHWISE
};
enum class DeqScale { DEQ_NONE, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16 };
struct DataCopyEnhancedParams {
    DataCopyEnhancedParams() = default;
    DataCopyEnhancedParams(BlockMode, DeqScale, uint64_t, uint8_t, bool, pad_t, uint64_t) {}
    BlockMode blockMode;
    DeqScale deqScale;
    uint64_t deqValue;
    uint8_t sidStoreMode;
    bool isRelu;
    pad_t padMode;
    uint64_t padValue;
    uint64_t deqTensorAddr;
};

struct SliceInfo {
    uint32_t startIndex, endIndex, stride, burstLen, shapeValue;
};

struct NdDmaConfig {
    static constexpr uint16_t unsetPad = 0xffff;
    bool isNearestValueMode = false;
    uint16_t loopLpSize = unsetPad;
    uint16_t loopRpSize = unsetPad;
    bool ascOptimize = false;
};
constexpr NdDmaConfig kDefaultNdDmaConfig;
template <uint8_t dim>
struct NdDmaLoopInfo {
    uint64_t loopSrcStride[dim] = {0};
    uint32_t loopDstStride[dim] = {0};
    uint32_t loopSize[dim] = {0};
    uint8_t loopLpSize[dim] = {0};
    uint8_t loopRpSize[dim] = {0};
};
template <typename T, uint8_t dim>
struct NdDmaParams {
    NdDmaLoopInfo<dim> loopInfo;
    T constantValue;
};
inline void NdDmaDci() {}

template <typename D, typename S>
void DataCopy(const D&, const S&, uint32_t) {}
template <typename D, typename S>
void DataCopy(const D&, const S&, const DataCopyParams&) {}
template <typename D, typename S>
void DataCopy(const D&, const S&, const DataCopyParams&, const DataCopyEnhancedParams&) {}
template <typename D, typename S>
void DataCopy(const D&, const S&, const SliceInfo[], const SliceInfo[], uint32_t = 1) {}
template <typename T, uint8_t dim, const NdDmaConfig& config = kDefaultNdDmaConfig>
void DataCopy(const LocalTensor<T>&, const GlobalTensor<T>&, const NdDmaParams<T, dim>&) {}

}  // namespace AscendC
