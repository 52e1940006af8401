// srcLocal is a LocalTensor of the half type, and srcGlobal is a GlobalTensor of the half type.
// Use the transfer API with the DataCopyParams parameter to perform contiguous and non-contiguous data transfer.
DataCopyParams intriParams;
intriParams.blockCount = 1; // The number of data chunks is 1.
intriParams.blockLen = 512 * sizeof(half) / 32; // Specify the length of a data chunk, in the unit of a data block. The length here is 512 half elements.
intriParams.srcGap = 0; // The source operand is transferred continuously without gaps.
intriParams.dstGap = 0; // The destination operand is laid out continuously without gaps.
DataCopyEnhancedParams enhancedParams;
enhancedParams.blockMode = BlockMode::BLOCK_MODE_MATRIX; // The transfer unit is a 16 × 16 cube tile.
enhancedParams.deqScale = DeqScale::DEQ_NONE; // Not quantized.
enhancedParams.deqValue = 0;
enhancedParams.deqTensorAddr = 0;
enhancedParams.sidStoreMode = 0; // This configuration is valid only when deqScale is set to DEQ8 or VDEQ8.
enhancedParams.isRelu = false; // ReLU is not supported.
enhancedParams.padMode = pad_t::PAD_NONE; // Reserved parameter.
// The function is the same as that of the basic data transfer.
AscendC::DataCopy(srcLocal, srcGlobal, intriParams, enhancedParams);
