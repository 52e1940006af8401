"""Messages, word for word: findings as users read them, and what is said about files that are no cases."""

# ruff: noqa: E501 (texts stand here as they are read)

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from ascmove.cases import Case
from ascmove.errors import CaseError
from ascmove.findings import render_text
from ascmove.rules import explain as readers

EXAMPLES = Path(readers.__file__).parent / "examples"

# what each rule's minimal breaking call gives
FINDINGS = {
    "NDD004": """\
error[NDD004]: NDDMA has 1 to 5 loops; loop_info has 6
  copy      GM[float, 64] -> VECIN[float, 64]    product  ascend-950
  field     loop_info = 6 loops
  required  1 to 5 loops    nearest legal: 5
  rule      DataCopy (GM to UB, NDDMA), Table 1, dim    evidence  documented
help: use 5 loops at most: merge two loops whose strides chain, or loop outside""",
    "NDD007": """\
error[NDD007]: `loop_dst_stride[1]` = 1048576 does not fit 20 bits
  copy      GM[float, 32] -> VECIN[float, 32]    product  ascend-950
  field     loop_dst_stride[1] = 1048576 elements x 4 B = 4194304 B
  required  < 2^20 = 1048576 elements    nearest legal: 1048575
  rule      DataCopy (GM to UB, NDDMA), Table 5, loopDstStride; model notes, NDDMA and slice, 1.2    evidence  documented
  effect    the register would keep 0
help: use a stride of at most 1048575
  - loop_dst_stride: [1, 1048576]
  + loop_dst_stride: [1, 1048575]""",
    "NDD018": """\
warning[NDD018]: `config.loop_lp_size` = 1 with int64_t: the vendor library pads its internal two-word loop as well
  copy      GM[int64_t, 2] -> VECIN[int64_t, 4]    product  ascend-950
  field     config.loop_lp_size = 1
  required  65535 (unset) for 8-byte types with 1 to 4 loops    nearest legal: 65535
  rule      model notes, NDDMA and slice, 1.7 and part 4 #10    evidence  vendor-golden
  disputed  config-wide pads of 8-byte types; our choice: the documented meaning, with a warning
  effect    the model pads whole elements, as documented; the device result is shifted
help: leave config.loop_lp_size unset and write loop_lp_size = [1]
  - config.loop_lp_size: 1
  - loop_lp_size: [0]
  - config.loop_rp_size: 1
  - loop_rp_size: [0]
  + config.loop_lp_size: 65535
  + loop_lp_size: [1]
  + config.loop_rp_size: 65535
  + loop_rp_size: [1]""",
    "SLI007": """\
error[SLI007]: `src_slice_info[0].end_index` = 15 is outside its axis of 15; the end is inclusive
  copy      GM[float, 16] -> VECIN[float, 16]    product  ascend-950
  field     src_slice_info[0].end_index = 15
  required  <= shape_value - 1 = 14    nearest legal: 14 or shape_value 16
  rule      model notes, NDDMA and slice, 2.3, 2.4 (4) and part 4 #12    evidence  vendor-golden
  disputed  end_index equal to the length of its axis; our choice: end < shape; equality is a warning in relaxed mode
help: use shape_value - 1, or enlarge shape_value to end + 1
  - src_slice_info[0].shape_value: 15
  + src_slice_info[0].shape_value: 16""",
    "SLI025": """\
warning[SLI025]: `src_slice_info[0].stride` = 30 looks counted from start to start of two bursts
  copy      GM[float, 64] -> VECIN[float, 48]    product  ascend-950
  field     src_slice_info[0].stride = 30 elements x 4 B = 120 B
  required  elements skipped between two bursts: 30 - 24 = 6    nearest legal: 6
  rule      Slice Data Transfer, Parameters (stride); model notes, NDDMA and slice, 2.1    evidence  derived
help: use stride - burst
  - src_slice_info[0].stride: 30
  + src_slice_info[0].stride: 6
  which mends SLI010 as well

error[SLI010]: `src_slice_info[0]` spans 54 elements: 1 burst of 24 with gaps of 30 leaves 30 over
  copy      GM[float, 64] -> VECIN[float, 48]    product  ascend-950
  field     src_slice_info[0].end_index = 53
  required  end - start + 1 = N x 24 + (N - 1) x 30    nearest legal: 23
  rule      model notes, NDDMA and slice, 2.3 and 2.4 (5)    evidence  documented
  effect    the device would move 1 burst and leave out the rest
  cause     follows from SLI025
help: move the end to one that completes a burst""",
    "ENH003": """\
error[ENH003]: ascend-950 has no copy A1 -> GM
  copy      A1[half, 64] -> GM[half, 64]    product  ascend-950
  field     src.position = A1 -> GM
  required  a route of the product    nearest legal: VECOUT -> GM
  rule      Enhanced Data Transfer, Tables 7-9; model notes, memory and products, 5, 6.1 and 6.2; model notes, enhanced transfer and numerics, 5.1 (C1)    evidence  documented
help: use a route of the product""",
    "ENH012": """\
warning[ENH012]: `block_len` = 32 looks counted in 32 B; from CO1 to CO2 it counts fractals of 512 B
  copy      CO1[half, 512] -> CO2[half, 512]    product  atlas-inference-aicore
  field     data_copy.block_len = 32 fractals x 512 B = 16384 B
  required  2 for the 512 elements of src    nearest legal: 2
  rule      Enhanced Data Transfer, Table 4 against its 4th example; model notes, enhanced transfer and numerics, 1.6; model notes, field cases, C5 and B43    evidence  documented
  disputed  unit of block_len on CO1 to CO2 in matrix mode; our choice: Table 4, with a warning where 32 B blocks seem meant
  effect    8192 elements = 16384 B are read, 16 times the 1024 B that 32 B units would give
help: write block_len = 2
  - data_copy.block_len: 32
  + data_copy.block_len: 2
  which mends TEN008 and TEN009 as well

error[TEN008]: the copy reads 16384 B of `src`, which has 1024 B
  copy      CO1[half, 512] -> CO2[half, 512]    product  atlas-inference-aicore
  field     src.count = 512 elements x 2 B = 1024 B
  required  at least 8192 elements x 2 B = 16384 B    nearest legal: src.count 8192 or block_len 2
  rule      model notes, memory and products, 7; model notes, NDDMA and slice, 1.8, 2.4 and 3.2; model notes, enhanced transfer and numerics, 1.4 and 5.1; model notes, Tensor API, 4.7    evidence  documented
  effect    first read outside at burst 0, block 2, row 0, column 0: src element 512 (byte 1024), dst element 512
  cause     follows from ENH012
help: enlarge src, or copy less

error[TEN009]: the copy writes 16384 B of `dst`, which has 1024 B
  copy      CO1[half, 512] -> CO2[half, 512]    product  atlas-inference-aicore
  field     dst.count = 512 elements x 2 B = 1024 B
  required  at least 8192 elements x 2 B = 16384 B    nearest legal: dst.count 8192 or block_len 2
  rule      model notes, memory and products, 7; model notes, NDDMA and slice, 1.8, 2.4 and 3.2; model notes, enhanced transfer and numerics, 1.4 and 5.1; model notes, Tensor API, 4.7    evidence  documented
  effect    first written outside at burst 0, block 2, row 0, column 0: dst element 512 (byte 1024), src element 512
  cause     follows from ENH012
help: enlarge dst, or copy less""",
    "ENH017": """\
error[ENH017]: `deq_scale` = DEQ_NONE does not convert int32_t to half
  copy      CO1[int32_t, 256] -> CO2[half, 256]    product  atlas-inference-aicore
  field     enhanced.deq_scale = DEQ_NONE
  required  DEQ or VDEQ or DEQ16 or VDEQ16    nearest legal: DEQ or VDEQ or DEQ16 or VDEQ16
  rule      Enhanced Data Transfer, Table 5; model notes, enhanced transfer and numerics, 2.2, 5.1 C4 and 7.17    evidence  documented
help: with 1.0 as multiplier the numbers stay: deq_value 0x3c00 in DEQ, 0x3f800000 in DEQ8 and DEQ16
  - enhanced.deq_scale: DEQ_NONE
  - enhanced.deq_value: 0x0
  + enhanced.deq_scale: DEQ
  + enhanced.deq_value: 0x3c00""",
    "L0C005": """\
error[L0C005]: the copy int32_t -> half needs `quant`
  copy      CO1[int32_t, NZ 16x16] -> GM[half, ND 16x16]    product  ascend-950
  field     quant
  required  a word or a tensor of words; without quant int32_t goes to int32_t    nearest legal: te.u64(0x3F800000)
  rule      Copy (L0C Buffer to Global Memory), Table 5; model notes, Tensor API, 4.3    evidence  documented
help: pass te.u64(0x3F800000), the multiplier 1.0, or a tensor of words in L1
  - quant: null
  + quant: 0x3f800000""",
    "L0C020": """\
error[L0C020]: `quant` lies in VECIN; the words have to lie in L1
  copy      CO1[int32_t, NZ 16x32] -> GM[half, ND 16x32]    product  ascend-950
  field     quant.position = VECIN
  required  A1, B1, C1, TSCM    nearest legal: A1 or B1 or C1 or TSCM
  rule      Copy (L0C Buffer to Global Memory), Table 1, quant, and constraints    evidence  documented
help: copy the words to L1 first, as uint64_t
  - quant.position: VECIN
  + quant.position: A1""",
    "LAY008": """\
error[LAY008]: `src`: slice starts at row 8, inside a fractal of 16 rows; start at 0 or 16
  copy      CO1[float, NZ 16x16] -> GM[half, ND 16x16]    product  ascend-950
  field     src.slice.coord = 8
  required  multiple of 16    nearest legal: 0 or 16
  rule      model notes, Tensor API, 3.4    evidence  derived
help: start on a fractal
  - src.slice.coord: [8, 0]
  + src.slice.coord: [0, 0]""",
    "TEN003": """\
error[TEN003]: `dst` starts at byte 16 of UB, not a multiple of 32 B
  copy      GM[half, 64] -> VECIN[half, 64]    product  ascend-950
  field     dst.address = 16 B
  required  multiple of 32 B    nearest legal: 0 or 32
  rule      model notes, memory and products, 1.4; model notes, NDDMA and slice, 1.9 and 2.3; model notes, enhanced transfer and numerics, 5.1 C2    evidence  documented
  effect    16 B into the 32 B unit that starts at byte 0
help: start the tensor or view on a multiple of 32 B
  - dst.address: 16
  + dst.address: 32""",
    "TEN009": """\
error[TEN009]: the copy writes 320 B of `dst`, which has 288 B
  copy      GM[int32_t, 64] -> VECIN[int32_t, 72]    product  ascend-950
  field     dst.count = 72 elements x 4 B = 288 B
  required  at least 80 elements x 4 B = 320 B    nearest legal: dst.count 80 or block_count 2
  rule      model notes, memory and products, 7; model notes, NDDMA and slice, 1.8, 2.4 and 3.2; model notes, enhanced transfer and numerics, 1.4 and 5.1; model notes, Tensor API, 4.7    evidence  documented
  effect    first written outside at burst 2, element 8: dst element 72 (byte 288), src element 56
help: enlarge dst, or copy less
  - dst.count: 72
  + dst.count: 80""",
    "TEN011": """\
warning[TEN011]: the copy reads 128 B of `src` that were never written
  copy      VECIN[half, 64] -> VECCALC[half, 64]    product  ascend-950
  field     src = element 0, byte 0 (byte 0 of UB), and on
  required  defined bytes
  rule      model notes, memory and products, 3.2    evidence  derived
help: fill the source first, or shorten the copy to the defined part
  - src.fill: null
  + src.fill: 0""",
    "TEN012": """\
error[TEN012]: `src` is a view from element 64 on of a tensor of 64 elements
  copy      GM[half, 0] -> VECIN[half, 64]    product  ascend-950
  field     src.offset = 64 elements x 2 B = 128 B
  required  offset < 64 (128 B)    nearest legal: 48
  rule      model notes, memory and products, 3.2    evidence  vendor-golden
help: use an offset below the count of the tensor
  - src.count: 64
  + src.count: 80""",
}


@pytest.mark.parametrize("code", FINDINGS)
def test_finding(code: str) -> None:
    assert render_text(Case.load(EXAMPLES / f"{code}_bad.yaml").diagnose()) == FINDINGS[code]


GOOD: dict[str, Any] = {
    "product": "ascend-950",
    "call": "data_copy",
    "src": {"position": "GM", "dtype": "half", "count": 64},
    "dst": {"position": "VECIN", "dtype": "half", "count": 64},
    "params": {"count": 48},
}

# (way to a value, what stands there instead, the message)
MISTAKES: list[tuple[str, Any, str]] = [
    ("product", "ascend-951", "case: product: unknown product 'ascend-951'; did you mean 'ascend-950'?"),
    ("call", "datacopy", "case: call: unknown call 'datacopy'; did you mean 'data_copy'?"),
    ("src.dtype", "hafl", "case: src.dtype: unknown element type 'hafl'; did you mean 'half'?"),
    ("src.position", "VECI", "case: src.position: unknown position 'VECI'; did you mean 'VECIN'?"),
    ("src.cuont", 64, "case: src: unknown key 'cuont'; did you mean 'count'?"),
    ("src.count", 1.5, "case: src.count: 1.5 is a float; it is a whole number"),
    ("src.count", -1, "case: src.count: -1 is negative; it is 0 or more"),
    ("src.count", float("nan"), "case: src.count: nan is a float; it is a whole number"),
    ("params.count", "many", "case: params.count: 'many' is a text; it is a whole number"),
    (
        "params.data_copy",
        {"block_len": 1},
        "case: params: write either count or data_copy: {block_count, block_len, src_gap, dst_gap}",
    ),
    (
        "dst",
        {"position": "VECIN", "dtype": "uint16_t", "count": 64, "fill": 70000},
        "case: dst: fill: 70000 does not fit uint16_t; uint16_t holds 0 to 65535; nearest: 65535",
    ),
    ("dst.fill", {"bit": 3}, "case: dst.fill: {'bit': 3} is no element; write {bits: n} for a bit pattern"),
    ("src.data", "arange", "case: src.data: arange says too little; write {arange: ...}"),
    ("src.data", "ones", "case: src.data: unknown content 'ones'; known: zeros, arange, values, file, random"),
    ("src.data", {"arange": [0, 60]}, "case: src: data hold 60 elements, src has 64"),
    (
        "src.data",
        {"values": [1, 2, "x"]},
        "case: src: data: 'x' is a text; an element is a number, [re, im] or {bits: n}",
    ),
    (
        "src.data",
        {"file": "data.txt"},
        "case: src: data file data.txt: the suffix is .npy or .bin (raw little-endian elements)",
    ),
    (
        "src.data",
        {"random": 1, "low": 0, "zeros": True},
        "case: src.data: 2 forms of content; write one of zeros, arange, values, file, random",
    ),
    ("src", [1, 2], "case: src: it is a mapping, not a list"),
    ("params", None, "case: params: it is a mapping, not nothing"),
    ("expect", {"values": [1, 2]}, "case: expect: holds 2 elements, dst has 64"),
]


@pytest.mark.parametrize(("way", "value", "message"), MISTAKES)
def test_mistake(way: str, value: Any, message: str) -> None:
    data = yaml.safe_load(yaml.safe_dump(GOOD))
    *outer, last = way.split(".")
    place = data
    for key in outer:
        place = place[key]
    place[last] = value
    with pytest.raises(CaseError) as caught:
        Case.from_dict(data).run()
    assert str(caught.value) == message


# (name of the file, its content, the message behind the name)
FILES: list[tuple[str, bytes, str]] = [
    ("x.yaml", b"", ": a case is a mapping with product, call, src, dst and params, not nothing"),
    ("x.yaml", b"[1, 2]", ": a case is a mapping with product, call, src, dst and params, not a list"),
    ("x.yaml", b"call: nddma\ncall: slice\n", ": not YAML: the key 'call' stands twice (line 2, column 1)"),
    ("x.yaml", b"a: &a [*a]\n", ": nested deeper than 24 levels, or a value contains itself"),
    ("x.yaml", b"\x00\x01", ": not text (byte 0 is 0x00)"),
    ("x.yaml", b"call: n\xe9", ": not text in UTF-8 (byte 7 is 0xe9)"),
    ("x.json", b'{"call": }', ": not JSON: Expecting value: line 1 column 10 (char 9)"),
    ("x.txt", b"call: nddma", ": a case is a file with suffix .yaml, .yml, .json, .toml, this one has .txt"),
    (
        "x.yaml",
        b"call: nddma\nproduct: ascend-950\n",
        ": 3 problems\n  'src' is missing\n  'dst' is missing\n  'params' is missing",
    ),
    ("x.yaml", b"product: ascend-950\n", ": 'call' is missing; known: data_copy, enhanced, l0c2gm, nddma, slice"),
    (
        "x.yaml",
        b"x: 0x" + b"f" * 600,
        ": a whole number of 2400 bits; at most 2048 are taken",
    ),
]


@pytest.mark.parametrize(("name", "content", "message"), FILES)
def test_file(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(CaseError) as caught:
        Case.load(path)
    assert str(caught.value) == f"{path}{message}"


def test_data_files(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "odd.bin").write_bytes(bytes(7))

    def message(name: str) -> str:
        data = {**GOOD, "src": {**GOOD["src"], "data": {"file": name}}}
        with pytest.raises(CaseError) as caught:
            Case.from_dict(data, tmp_path / "inner").run()
        return str(caught.value)

    here = tmp_path.resolve()
    assert message("gone.npy") == f"case: src: data file gone.npy: there is no {here}/inner/gone.npy"
    assert message("../../x.npy") == f"case: src: data file ../../x.npy lies outside of {here}; keep it beside the case"
    assert message("../odd.bin") == "case: src: data file ../odd.bin: 7 B do not divide into half (2 B each)"
    assert message("x.txt") == "case: src: data file x.txt: the suffix is .npy or .bin (raw little-endian elements)"
