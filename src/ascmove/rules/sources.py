"""The documents that rules cite, by the short names used in their ``source``."""

from __future__ import annotations

#: vendor pages
ENHANCED = "Enhanced Data Transfer"
NDDMA = "DataCopy (GM to UB, NDDMA)"
SLICE = "Slice Data Transfer"
TENSOR_API = "Copy (L0C Buffer to Global Memory)"

#: our own notes: what each call does, to the bit, with the evidence for it
NOTES = "model notes"
N_MEMORY = f"{NOTES}, memory and products"
N_NDDMA_SLICE = f"{NOTES}, NDDMA and slice"
N_ENHANCED = f"{NOTES}, enhanced transfer and numerics"
N_TENSOR_API = f"{NOTES}, Tensor API"
N_FIELD = f"{NOTES}, field cases"

TITLES: dict[str, str] = {
    ENHANCED: "vendor page: DataCopy with DataCopyEnhancedParams",
    NDDMA: "vendor page: DataCopy with NdDmaParams",
    SLICE: "vendor page: DataCopy with SliceInfo",
    TENSOR_API: "vendor page: Tensor API, Copy with CopyL0C2GM",
    N_MEMORY: "products, memories, alignment, routes and element types",
    N_NDDMA_SLICE: "NDDMA, slice copies and the plain copy",
    N_ENHANCED: "L0C to UB with conversion, the quantisation word, number formats",
    N_TENSOR_API: "layouts, L0C to GM, element maps",
    N_FIELD: "parameters that real kernels use",
}
