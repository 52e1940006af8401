// The following example shows data transfer from L0C buffer to UB. This is supported only for the Atlas inference product AI Core. srcLocal is a LocalTensor of the int32_t type in L0C buffer, and dstLocal is a LocalTensor of the int8_t type in UB.
// Use the transfer API with the DataCopyParams parameter to perform contiguous and non-contiguous data transfer.
DataCopyParams intriParams;
intriParams.blockCount = 1; // The number of data chunks is 1.
intriParams.blockLen = 512 * sizeof(half) / 32; // Specify the length of a data chunk, in the unit of a data block. The length here is 512 half elements.
intriParams.srcGap = 0; // The source operand is transferred continuously without gaps.
intriParams.dstGap = 0; // The destination operand is laid out continuously without gaps.
DataCopyEnhancedParams enhancedParams;
enhancedParams.blockMode = BlockMode::BLOCK_MODE_MATRIX; // The transfer unit is a 16 × 16 cube tile.
enhancedParams.deqScale = DeqScale::DEQ8; // int32_t -> int8_t quantization mode, used with deqValues.
enhancedParams.deqValue = 70369809530880; // float 1 = uint64_t 1065353216, when s322s8 use 1065353216 | (1 << 46)
enhancedParams.deqTensorAddr = 0; // This configuration is used only in VDEQ mode.
enhancedParams.sidStoreMode = 2; // dstLocal data is stored in a complete data block.
enhancedParams.isRelu = false; // ReLU is not supported.
enhancedParams.padMode = pad_t::PAD_NONE; // Reserved parameter.
//In this case, dstLocal is equal to srcLocal.
AscendC::DataCopy(dstLocal, srcLocal, intriParams, enhancedParams);
