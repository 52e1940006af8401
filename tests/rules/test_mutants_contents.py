"""Copies out of UB whose blocks hold data, pads or nothing: what is offered instead."""

from __future__ import annotations

import numpy as np
import pytest

import ascmove as am
from ascmove.findings import Finding
from ascmove.formats.dtype import dtype

#: bytes of a block, by the letter that stands for it; a number of floats
BLOCKS = {"d": [2] * 32, ".": [0] * 32, "p": [1] * 32, "h": [2] * 16 + [0] * 16, "q": [2] * 16 + [1] * 16}
BLOCKS |= {str(n): [2] * 4 * n + [0] * (32 - 4 * n) for n in (1, 2, 3)}


def found(blocks: str, *copy: int) -> dict[str, Finding]:
    """Findings of a copy of floats from blocks of UB to GM: a number of blocks, or the fields of DataCopyParams."""
    core = am.Core("ascend-950")
    x = core.declare_local("VECOUT", dtype("float"), 8 * len(blocks))
    states = x.states()
    assert states is not None
    states[:] = np.concatenate([BLOCKS[letter] for letter in blocks])
    params = 8 * copy[0] if len(copy) == 1 else am.DataCopyParams(*copy)
    return {f.code: f for f in am.diagnose(core.declare_global(dtype("float"), 1024), x, params)}


def instead(finding: Finding) -> str:
    """What the finding offers, as a case has it."""
    return "" if finding.replacement is None else ", ".join(finding.replacement.added)


def rows(count: int, length: int, gap: int) -> str:
    """Bursts of so many blocks with a gap in the source."""
    return f"data_copy: {{block_count: {count}, block_len: {length}, src_gap: {gap}, dst_gap: 0}}"


@pytest.mark.parametrize(
    ("blocks", "copy", "offered"),
    [
        ("d.d.", (4,), f"count: null, {rows(2, 1, 1)}"),
        ("d.d", (3,), f"count: null, {rows(2, 1, 1)}"),
        ("d..d..d..", (9,), f"count: null, {rows(3, 1, 2)}"),
        ("dd.dd.dd", (8,), f"count: null, {rows(3, 2, 1)}"),
        ("d.d.", (1, 4), rows(2, 1, 1)),
        # rows that are not alike: up to the first block without data
        ("d.dd.", (5,), "count: 8"),
        ("dd.d", (4,), "count: 16"),
        ("dd.ddddd", (4,), "count: 16"),
        ("d.d..d", (6,), "count: 8"),
        ("d...", (4,), "count: 8"),
        # data in part of a block
        ("dhd.d", (5,), "count: 8"),
        ("d.dh", (4,), "count: 8"),
        ("dhd", (3,), "count: 8"),
        # nothing in front of the data, or at all
        (".d.d", (4,), ""),
        ("....", (4,), "src.fill: 0"),
        # several bursts: fewer
        ("d.d.", (2, 2, 0, 1), "data_copy.block_count: 1, data_copy.block_len: 1"),
        ("dd.d", (2, 2), "data_copy.block_count: 1"),
    ],
)
def test_what_is_copied_instead_of_undefined_bytes(blocks: str, copy: tuple[int, ...], offered: str) -> None:
    assert instead(found(blocks, *copy)["TEN011"]) == offered


@pytest.mark.parametrize(
    ("blocks", "copy", "offered"),
    [
        ("dpdp", (4,), f"count: null, {rows(2, 1, 1)}"),
        ("dpd", (3,), f"count: null, {rows(2, 1, 1)}"),
        ("dpdd", (4,), ""),
        ("dqd", (3,), ""),
        ("pdpd", (4,), ""),
        ("pp", (2,), ""),
        ("dpdp", (2, 2, 0, 1), ""),
    ],
)
def test_what_is_copied_instead_of_pads(blocks: str, copy: tuple[int, ...], offered: str) -> None:
    assert instead(found(blocks, *copy)["TEN050"]) == offered


@pytest.mark.parametrize(
    ("blocks", "copy", "useful", "held"),
    [
        ("33", (2,), "12", 24),
        ("123", (3,), "4 to 12", 24),
        ("1.2", (2, 1, 1, 0), "4 to 8", 12),
        ("1d2", (2, 1, 1, 0), "4 to 8", 12),
    ],
)
def test_few_elements_in_each_block(blocks: str, copy: tuple[int, ...], useful: str, held: int) -> None:
    finding, count = found(blocks, *copy)["TEN051"], copy[0]
    read = f"`src` holds data in {held} of the {32 * count} B that are read"
    assert finding.message == f"{useful} useful bytes of each 32: {read}"
    assert finding.shown == f"{held} B written in {count} blocks of 32 B"
    assert (finding.offers, finding.replacement) == ((), None)


@pytest.mark.parametrize(("blocks", "copy"), [("1.2", (3,)), ("1d", (2,)), ("hh", (2,))])
def test_blocks_without_data_and_full_ones_are_another_matter(blocks: str, copy: tuple[int, ...]) -> None:
    assert list(found(blocks, *copy)) == ["TEN011"]
