// xGmShape：[28, 15]，搬运3列4行数据，左Padding 11，上Padding 3，右Padding 6，下Padding 1，xLocalShape：[32, 32]。
AscendC::NdDmaLoopInfo<2> loopInfo{{1, 15}, {1, 32}, {15, 28}, {11, 3}, {6, 1}};
AscendC::NdDmaParams<T, 2> params{loopInfo, 0};
AscendC::NdDmaDci();  // 刷新cache
// isNearestValueMode = true左右Padding值会选取当前维度最左或最右的值进行填充。
static constexpr AscendC::NdDmaConfig dmaConfig = {true};
AscendC::DataCopy<T, 2, dmaConfig>(xLocal, xGm, params);
