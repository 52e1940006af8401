// xGmShape：[1, 16]，搬运16列1行数据并进行广播，xLocalShape：[3, 16]。
AscendC::NdDmaLoopInfo<2> loopInfo{{1, 0}, {1, 16}, {16, 3}, {0, 0}, {0, 0}};
AscendC::NdDmaParams<T, 2> params{loopInfo, 0};
AscendC::NdDmaDci();  // 刷新cache
static constexpr AscendC::NdDmaConfig dmaConfig;  // 使用默认参数，也可以不传。
AscendC::DataCopy<T, 2, dmaConfig>(xLocal, xGm, params);
