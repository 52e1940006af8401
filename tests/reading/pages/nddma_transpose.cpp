// xGmShape：[16, 64]，搬运8列4行数据，xLocalShape：[64, 16]。
AscendC::NdDmaLoopInfo<2> loopInfo{{1, 64}, {16, 1}, {64, 16}, {0, 0}, {0, 0}};
AscendC::NdDmaParams<T, 2> params{loopInfo, 0};
AscendC::NdDmaDci();  // 刷新cache
static constexpr AscendC::NdDmaConfig dmaConfig;  // 使用默认参数，也可以不传。
AscendC::DataCopy<T, 2, dmaConfig>(xLocal, xGm, params);
