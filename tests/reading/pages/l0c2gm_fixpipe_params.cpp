struct FixpipeParams {
    uint8_t unitFlag = 0;
    bool subBlockId = false;
};
