"""Where vendor manual, vendor code and vendor checker disagree: the point, what each says, our choice and why."""

from __future__ import annotations

from typing import NamedTuple


class Disagreement(NamedTuple):
    """One point. ``codes`` are the rules whose findings lead here."""

    key: str
    point: str
    sources: str
    choice: str
    reason: str
    codes: tuple[str, ...] = ()


DISAGREEMENTS: tuple[Disagreement, ...] = (
    Disagreement(
        "gm-alignment",
        "start address of a GM tensor",
        "the copy pages: any byte; one page for UB-only copies: a multiple of sizeof(T)",
        "any byte, with a warning",
        "the copy engines take any byte; scalar access does not",
        ("TEN005",),
    ),
    Disagreement(
        "l0c-alignment",
        "start address of an L0C tensor",
        "Tensor API: 64 B; generic checker: 512 B per 1 or 2 B of element; Mmad: 1024 B",
        "64 B; CO1 to CO2 warns below a whole fractal",
        "moves out of L0C document 64 B; the others speak of other calls",
        ("TEN004", "ENH016"),
    ),
    Disagreement(
        "ub-capacity",
        "UB of ascend-950",
        "hardware page: 256 KiB physical, 248 KiB visible; CPU check pool: 256 KiB; checker table: 253952 B",
        "253952 B",
        "the visible part is what a kernel can use",
        ("TEN006",),
    ),
    Disagreement(
        "l1-capacity",
        "L1 of ascend-950",
        "documents and CPU check pool: 512 KiB; checker table: 1 MiB",
        "524288 B",
        "two sources against one table",
        ("TEN006",),
    ),
    Disagreement(
        "nddma-span",
        "unit of the 40-bit span of NDDMA",
        'text: "1 TB" and "40 bits", with field names that do not exist (loopSrcSize, loopDstSize)',
        "bytes, computed with the strides",
        "1 TB is 2^40 bytes",
        ("NDD014",),
    ),
    Disagreement(
        "nddma-alignment",
        "UB start of an NDDMA copy",
        "general rule: 32 B; remark in the code: any byte",
        "32 B; a warning in relaxed mode",
        "the manual is the contract; the remark serves the library's own second pass",
        ("TEN003",),
    ),
    Disagreement(
        "nddma-position",
        "destination position of NDDMA",
        "page: VECIN; code and checker do not look",
        "every UB position, with a warning",
        "the memory is the same",
        ("TEN014",),
    ),
    Disagreement(
        "nddma-comments",
        "shapes in the comments of the NDDMA examples 1, 2, 3 and 5",
        "comments: 8 x 2, 3 x 4, 8 x 4, 16 x 10 to 5 x 7; parameters: 32 x 16, 15 x 28, 64 x 16, 32 x 64 to 16 x 16",
        "the parameters",
        "the figures agree with the parameters",
    ),
    Disagreement(
        "nddma-wide-config-pads",
        "config-wide pads of 8-byte types",
        "page: all loops are padded; library: its internal two-word loop is padded as well",
        "the documented meaning, with a warning",
        "the library's result is shifted and writes behind the box: nobody can want it",
        ("NDD018",),
    ),
    Disagreement(
        "slice-end",
        "end_index equal to the length of its axis",
        "text: end <= shape; CPU check: end < shape on both sides",
        "end < shape; equality is a warning in relaxed mode",
        "the end is inclusive",
        ("SLI007",),
    ),
    Disagreement(
        "slice-single",
        "start_index equal to end_index",
        "text and CPU check refuse it; the device arithmetic handles it",
        "an error; a warning in relaxed mode",
        "the written contract",
        ("SLI006",),
    ),
    Disagreement(
        "slice-burst",
        "where burst_len counts",
        '"mandatory 1 when dimValue is greater than 1" against an example with 3 in entry 0',
        "entry 0 is free, all others are 1",
        "the example and the checker",
        ("SLI013",),
    ),
    Disagreement(
        "slice-dims",
        "number of slice dimensions",
        "page: 8; an overview: 5",
        "8",
        "the overview is older and names fields that no longer exist",
        ("SLI004",),
    ),
    Disagreement(
        "slice-dst-check",
        "dimension 0 of the destination",
        "CPU check: not compared with the source; size check uses the destination's shape for the UB tensor both ways",
        "both sides are checked; the UB tensor against its own shape",
        "a destination that holds another number of bursts is overrun or left in part",
        ("SLI010", "SLI017", "SLI027"),
    ),
    Disagreement(
        "slice-shapes",
        "which shape values decide",
        "code: entry 0 of the source alone, for both tensors and all axes; the page does not say",
        "follow the code; mixed zero and non-zero values are an error",
        "it defines what the device does",
        ("SLI009", "SLI011"),
    ),
    Disagreement(
        "slice-310p",
        "byte path of atlas-inference-aicore",
        "formula of the page; library adds burst offsets twice and takes the UB gap for bytes",
        "the formula, with a warning",
        "the library's result cannot be meant",
        ("SLI026",),
    ),
    Disagreement(
        "zero-counts",
        "block_count or block_len of 0",
        "most tables: a no-op; some ranges start at 1; the CPU check of the older architecture refuses it",
        "a no-op, with a warning",
        "newer pages say so",
        ("ENH010",),
    ),
    Disagreement(
        "matrix-unit",
        "unit of block_len on CO1 to CO2 in matrix mode",
        "Table 4: 512 or 1024 B; the page's own example counts 32 B blocks",
        "Table 4, with a warning where 32 B blocks seem meant",
        "implementation, checker and shipping kernels use whole fractals",
        ("ENH012",),
    ),
    Disagreement(
        "vector-slot",
        "source step inside a burst in vector mode",
        "size checker, GEMV page and a shipping kernel: a whole fractal slot; two simulators: dense rows",
        "a whole fractal slot",
        "the kernel would be wrong otherwise",
        ("ENH015",),
    ),
    Disagreement(
        "deq-vector-step",
        "step from one parameter vector to the next",
        'older page: 128 B; newer page prints "12"; VDEQ (halves): nothing',
        "128 B, for VDEQ 32 B (unverified)",
        "16 words of 8 B; shipping kernels rely on it",
        ("ENH024", "ENH025"),
    ),
    Disagreement(
        "vdeq-sign",
        "sign bit of 8-bit results",
        "scalar DEQ8 sets it for int8_t; vector words keep theirs",
        "scalar: forced, with a warning; vector: must agree",
        "implementation",
        ("ENH030", "ENH031"),
    ),
    Disagreement(
        "relu-flag",
        "is_relu against the ReLU flag of the word",
        '"must match" and "the flag of the vector does not take effect" on one page',
        "scalar: either switches it on; vector: is_relu alone; a mismatch is a warning",
        "register programming in the library",
        ("ENH029",),
    ),
    Disagreement(
        "multiplier-bits",
        "how many bits of the multiplier count",
        "enhanced page: a 32-bit float; fixpipe pages: 1 sign, 8 exponent, 10 mantissa bits",
        "32 bits on CO1 to CO2, 19 bits on ascend-950",
        "each page speaks of its own unit",
        ("L0C018",),
    ),
    Disagreement(
        "offset-sign",
        "the 9-bit offset of the word",
        'sample scripts: 0 to 511; helpers, packing operator and "-128 for int8 with ReLU": two\'s complement',
        "two's complement, -256 to 255",
        "the documented -128 has no other reading",
        ("ENH028",),
    ),
    Disagreement(
        "shift-field",
        "value of the shift field N",
        "page: field + 1 (1 to 16); a sample script shifts by the field",
        "field + 1",
        "page and hardware tests of the same mode",
        ("ENH035",),
    ),
    Disagreement(
        "nd-columns",
        "n of an ND or DN destination",
        "one manual table: a multiple of 16; checker, samples and real kernels: any",
        "any for ND and DN; whole fractals for NZ",
        "NZ to DN states the cut explicitly",
        ("L0C011",),
    ),
    Disagreement(
        "merge-tail",
        "last 16 columns of a 1-byte NZ destination with an odd number of 16-column blocks",
        "constraint list: n is a multiple of 32; feature page: the tail stays a 16 x 16 fractal, in a figure only",
        "an error; the tail placement is an opt-in, unverified",
        "the contract forbids it and two readings differ",
        ("L0C010",),
    ),
    Disagreement(
        "nz-c0",
        "C0 of a 4-byte NZ destination without channel split",
        "text: the type selects C0 (8); instruction: row pitch is always 16 elements",
        "C0 = 16; 8 only with channel split",
        "with 8 the column blocks overlap",
        ("LAY004",),
    ),
    Disagreement(
        "quant-chunks",
        "tensor quant into NZ with more than 512 columns",
        "library code places every later chunk C0 times too far",
        "an error",
        "no caller can want the code's result",
        ("L0C031",),
    ),
    Disagreement(
        "quant-literal",
        "an integer literal as quant",
        "the overload needs exactly uint64_t; an int silently becomes FixpipeParams(unitFlag)",
        "only an explicit 64-bit unsigned value is taken",
        "the silent form is a non-quantised copy",
        ("L0C013",),
    ),
    Disagreement(
        "quant-denormal",
        "the page's example word 1",
        "contract: no denormal multiplier; the example passes the word 1, a denormal",
        "runs, the multiplier acts as 0, with a warning",
        "nothing checks it",
        ("L0C015",),
    ),
    Disagreement(
        "dn-alignment",
        "GM start of a DN destination",
        "Tensor API: 1 B; classic page: 32 B",
        "1 B",
        "the page of the call itself",
        ("L0C012",),
    ),
    Disagreement(
        "source-batches",
        "more source than destination batches",
        "code: the source's count drives the copy unclamped; page: by source batch count",
        "an error",
        "the copy writes past the destination",
        ("L0C027",),
    ),
)


def disagreements_for(code: str) -> tuple[Disagreement, ...]:
    """The points that a rule's findings touch."""
    return tuple(d for d in DISAGREEMENTS if code in d.codes)
