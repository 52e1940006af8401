"""Every rule of the enhanced transfer: the call that breaks it, the nearest one that does not, the numbers told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove.findings import Finding
from ascmove.formats.dtype import dtype
from ascmove.rules.catalogue import catalogue

from .enhanced_pairs import AICORE, DEQ16, GM, INT8, INT8_ONE, ONE, PAIRS, UINT8, VDEQ16, Fields


def found(
    *,
    product: str = AICORE,
    route: tuple[str, str] = ("CO1", "CO2"),
    src: str = "half",
    dst: str = "half",
    counts: tuple[int, int] = (256, 256),
    copy: Any = (1, 1),
    mode: str = "MATRIX",
    scale: str = "DEQ_NONE",
    word: int | None = None,
    sid: int = 0,
    addresses: tuple[int | None, int | None] = (None, None),
    words: list[int] | int | None = None,
    words_address: int | None = None,
    **fields: Any,
) -> list[Finding]:
    """Findings of one call; tensors are declared without being judged, filled with zeros, words written last."""
    core = am.Core(product)
    tensors: list[Any] = []
    for position, kind, count, address in zip(route, (src, dst), counts, addresses, strict=True):
        element = dtype(kind)
        if position == "GM":
            tensors.append(core.global_tensor(np.zeros(count, element.carrier)))
        else:
            tensors.append(core.declare_local(position, element, count, address))
            tensors[-1].fill(0)
    x, y = tensors
    tensor = None
    if words is not None:
        word_type = dtype("half" if scale == "VDEQ" else "uint64_t")
        bits = np.full(words, ONE if scale != "VDEQ" else 0x3C00) if isinstance(words, int) else np.array(words)
        tensor = core.declare_local("VECIN", word_type, bits.size, words_address)
        if tensor.address + tensor.nbytes <= 262144:
            tensor.write(bits.astype(word_type.bits).view(word_type.carrier))
    if word is None:
        word = {"DEQ": 0x3C00, "DEQ8": INT8_ONE if dst == "int8_t" else ONE, "DEQ16": ONE}.get(scale, 0)
        word = 0 if dst == "int16_t" else word
    params = copy if isinstance(copy, am.DataCopyParams) else am.DataCopyParams(*copy)
    enhanced = am.DataCopyEnhancedParams(mode, scale, word, sid, **fields)
    return am.diagnose(y, x, params, enhanced, deq_tensor=tensor)


def codes(findings: list[Finding]) -> list[str]:
    return sorted(f.code for f in findings)


@pytest.mark.parametrize(
    ("code", "bad", "good", "beside", "left"), PAIRS, ids=[f"{k}-{p[0]}" for k, p in enumerate(PAIRS)]
)
def test_pair(code: str, bad: Fields, good: Fields, beside: list[str], left: list[str]) -> None:
    findings = found(**bad)
    assert codes(findings) == sorted([code, *beside])
    mine = next(f for f in findings if f.code == code)
    assert mine.severity == catalogue()[code].severity
    assert mine.field
    assert mine.limit
    assert mine.source
    assert mine.message[0] in "`abcdefghijklmnopqrstuvwxyz"
    assert codes(found(**good)) == left


def test_every_rule_of_the_family_has_a_pair() -> None:
    own = {code for code, rule in catalogue().items() if code.startswith("ENH") and "enhanced" in rule.families}
    assert own == {f"ENH{k:03}" for k in range(1, 39)}
    assert own <= {code for code, *_ in PAIRS}


def finding(code: str, **call: Any) -> Finding:
    return next(f for f in found(**call) if f.code == code)


def test_trap_tells_what_was_meant() -> None:
    told = finding("ENH012", counts=(512, 512), copy=(1, 32))
    assert told.nearest == (2,)
    assert told.shown == "32 fractals x 512 B = 16384 B"
    assert told.effect == "8192 elements = 16384 B are read, 16 times the 1024 B that 32 B units would give"
    told = finding("ENH012", **INT8, counts=(512, 512), copy=(1, 32))
    assert told.nearest == (2,)
    assert told.effect == "8192 elements = 32768 B are read, 32 times the 1024 B that 32 B units would give"


def test_trap_explains_the_bounds() -> None:
    findings = found(counts=(512, 512), copy=(1, 32))
    assert {f.code: f.cause for f in findings} == {"ENH012": "", "TEN008": "ENH012", "TEN009": "ENH012"}


def test_bounds_name_the_block_and_what_fits() -> None:
    told = finding("TEN009", src="float", counts=(768, 496), copy=(2, 1, 1))
    assert told.nearest == ("dst.count 512", "block_count 1")
    assert told.effect == (
        "first written outside at burst 1, block 0, row 15, column 0: dst element 496 (byte 992), src element 752"
    )
    assert finding("TEN008", counts=(767, 1024), copy=(1, 4)).nearest == ("src.count 1024", "block_len 2")
    assert finding("TEN009", **INT8, counts=(1024, 700), copy=(2, 2)).nearest == ("dst.count 1024", "block_count 1")
    assert finding("TEN009", **INT8, counts=(1024, 100), copy=(1, 2)).nearest == ("dst.count 512",)


def test_bounds_of_the_plain_copy_count_32_bytes() -> None:
    told = finding("TEN008", **{**GM, "counts": (496, 512)})
    assert told.nearest == ("src.count 512", "block_len 31")


def test_words_beyond_the_bursts_are_not_tested() -> None:
    assert found(**VDEQ16, words=[ONE] * 16 + [0x7F800000] * 16) == []
    told = finding("ENH032", **VDEQ16, counts=(512, 512), copy=(2, 1), words=[ONE] * 20 + [0xFFC00000] * 12)
    assert told.field == "deq_tensor[20]"
    assert told.nearest == ("0xff7fffff",)


def test_undefined_words_are_not_tested() -> None:
    core = am.Core(AICORE)
    x, y = core.local_tensor("CO1", "int32_t", 256, fill=1), core.local_tensor("CO2", "half", 256)
    words = core.local_tensor("VECIN", "uint64_t", 16)
    args = (y, x, am.DataCopyParams(1, 1), am.DataCopyEnhancedParams("MATRIX", "VDEQ16"))
    assert am.diagnose(*args, deq_tensor=words) == []
    words[3:4].fill(0)
    assert [(f.code, f.field) for f in am.diagnose(*args, deq_tensor=words)] == [("ENH033", "deq_tensor[3]")]


def test_an_address_alone_tells_nothing_about_the_words() -> None:
    core = am.Core(AICORE)
    x, y = core.local_tensor("CO1", "int32_t", 256, fill=1), core.local_tensor("CO2", "half", 256, address=1024)
    core.local_tensor("VECIN", "uint64_t", 16, address=0, fill=0x7F800000)
    enhanced = am.DataCopyEnhancedParams("MATRIX", "VDEQ16", deq_tensor_addr=0)
    assert am.diagnose(y, x, am.DataCopyParams(1, 1), enhanced) == []


def test_mended_words_pass() -> None:
    calls: tuple[Fields, ...] = (
        {**INT8, "word": 0xC0003F800000, "is_relu": True},
        {**UINT8, "word": INT8_ONE},
        {**INT8, "word": ONE},
        {**DEQ16, "word": 0xFF800000},
        {**DEQ16, "word": 0x8000FFFF},
        {"scale": "DEQ", "word": 0x7E00},
        {**DEQ16, "word": 7 << 37 | ONE},
        {**DEQ16, "dst": "int16_t", "word": 3 << 32 | ONE},
        {**DEQ16, "word": 0xF << 32 | ONE},
        {**DEQ16, "word": 0xFFFF << 48 | ONE},
    )
    for call in calls:
        (told,) = found(**call)
        for word in told.nearest:
            assert found(**{**call, "word": int(str(word), 16)}) == [], (call, word)


def test_wrong_scale_hides_what_depends_on_it() -> None:
    assert codes(found(src="int32_t", word=0x7F800000, sid=1, is_relu=True)) == ["ENH017"]


def test_exact_fit_with_half_slots() -> None:
    """The last 16 B of the last slot belong to the other store mode; the size check wants them all the same."""
    for sid, count in ((0, 496), (1, 511)):
        told = found(**{**INT8, "sid": sid}, counts=(256, count))
        assert codes(told) == (["ENH015"] if sid == 0 else ["TEN009"])
        assert found(**{**INT8, "sid": sid}, counts=(256, 512)) == []


def test_words_past_the_end_of_memory() -> None:
    two_bursts: Fields = {**VDEQ16, "counts": (512, 512), "copy": (2, 1)}
    assert codes(found(**two_bursts, words=32, words_address=262144 - 224)) == ["ENH024"]


def test_a_negative_address_is_only_negative() -> None:
    assert codes(found(**VDEQ16, deq_tensor_addr=-1)) == ["TEN013"]


@pytest.mark.parametrize(
    ("route", "relaxed"),
    [
        (("GM", "VECCALC"), "warning"),  # UB, as VECIN
        (("VECIN", "GM"), "warning"),  # UB, as VECOUT
        (("VECIN", "A1"), "warning"),  # L1, as TSCM
        (("A1", "VECIN"), "error"),  # nothing leads from L1 to UB
    ],
)
def test_a_route_between_the_memories_of_another_is_a_warning_when_relaxed(
    route: tuple[str, str], relaxed: str
) -> None:
    data = np.arange(64, dtype=np.float32)
    for mode, severity in (("strict", "error"), ("relaxed", relaxed)):
        core = am.Core("atlas-a2", mode=mode)  # type: ignore[arg-type]
        src, dst = (
            core.global_tensor(held) if p == "GM" else core.local_tensor(p, "float", 64, data=held)
            for p, held in zip(route, (data, data * 0), strict=True)
        )
        assert [(f.code, f.severity) for f in am.diagnose(dst, src, 64)] == [("ENH003", severity)]
    if relaxed == "warning":
        with pytest.warns(am.MoveWarning, match="ENH003"):
            am.data_copy(dst, src, 64)
        assert (dst.to_numpy() == data).all()
