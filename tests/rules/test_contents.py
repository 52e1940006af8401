"""What the bytes hold that a call reads: data, pads and nothing yet, through copies one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import ascmove as am
from ascmove import strategies
from ascmove.calls import Call, DataCopyParams, NdDmaParams
from ascmove.cases import Case
from ascmove.errors import CaseError
from ascmove.findings import Finding
from ascmove.moves import diagnose_call
from ascmove.tensors import GlobalTensor, LocalTensor


class Tensors(NamedTuple):
    """64 floats each: an array, a tile of UB on the way in and the same bytes on the way out, another array."""

    x: GlobalTensor
    y: LocalTensor
    w: LocalTensor
    z: GlobalTensor


@pytest.fixture
def tensors() -> Tensors:
    """Tensors of one core; nobody wrote to UB."""
    core = am.Core("ascend-950")
    x, z = (core.global_tensor(np.zeros(64, np.float32)) for _ in range(2))
    y, w = (core.local_tensor(position, "float", 64, address=0) for position in ("VECIN", "VECOUT"))
    return Tensors(x, y, w, z)


def out(w: LocalTensor, z: GlobalTensor, *args: object) -> dict[str, Finding]:
    """The findings of a copy out of UB, the same from a check and from the copy itself, made twice."""
    findings = am.diagnose(z, w, *args)
    for _ in range(2):
        assert list(am.data_copy(z, w, *args).findings) == findings
    return {f.code: f for f in findings}


def test_single_elements_in_blocks(tensors: Tensors) -> None:
    """One float to the start of each block of 32 B: the copy out moves eight times what is useful."""
    x, y, w, z = tensors
    am.data_copy(y, x, NdDmaParams([[1], [8], [8]]))
    found = out(w, z, 64)
    assert list(found) == ["TEN011", "TEN051"]
    assert found["TEN051"].message == "4 useful bytes of each 32: `src` holds data in 32 of the 256 B that are read"
    assert found["TEN011"].cause == "TEN051"


def test_blocks_of_different_use(tensors: Tensors) -> None:
    x, y, w, z = tensors
    am.data_copy(y, x, NdDmaParams([[1], [8], [8]]))
    am.data_copy(y[8:], x, NdDmaParams([[1], [1], [3]]))
    assert out(w, z, 64)["TEN051"].message.startswith("4 to 12 useful bytes of each 32: ")


@pytest.mark.parametrize("written", [3, 4, 5, 8])
def test_half_of_every_block_is_enough(tensors: Tensors, written: int) -> None:
    x, y, w, z = tensors
    am.data_copy(y, x, NdDmaParams([[1, 8], [1, 8], [written, 8]]))
    assert list(out(w, z, 64)) == [
        *(["TEN011"] if written < 8 else []),
        *(["TEN051"] if written < 4 else []),
    ]


def test_a_buffer_that_is_not_full_is_another_matter(tensors: Tensors) -> None:
    """Blocks without any data: the copy is too long; it is shortened."""
    x, y, w, z = tensors
    am.data_copy(y, x, 16)
    found = out(w, z, 64)
    assert list(found) == ["TEN011"]
    made = found["TEN011"].replacement
    assert made is not None and made.lines() == ["- count: 64", "+ count: 16"]


def test_rows_of_whole_blocks_are_read_with_a_gap(tensors: Tensors) -> None:
    """Rows of 8 floats at a pitch of 16: the replacement steps over the rest and moves what is data."""
    x, y, w, z = tensors
    x.buffer().view(np.float32)[:] = np.arange(64)
    am.data_copy(y, x, DataCopyParams(4, 1, 0, 1))
    made = out(w, z, 64)["TEN011"].replacement
    assert made is not None and made.added == (
        "count: null",
        "data_copy: {block_count: 4, block_len: 1, src_gap: 1, dst_gap: 0}",
    )
    assert am.diagnose(z, w, DataCopyParams(4, 1, 1, 0)) == []
    am.data_copy(z, w, DataCopyParams(4, 1, 1, 0))
    assert (z.to_numpy()[:32] == np.arange(32)).all()


def test_pads_are_a_note(tensors: Tensors) -> None:
    x, y, w, z = tensors
    am.data_copy(y, x, NdDmaParams([[1, 8], [1, 8], [6, 8], [0, 0], [2, 0]], 7))
    found = out(w, z, 64)
    assert {code: f.severity for code, f in found.items()} == {"TEN050": "note"}
    assert found["TEN050"].message == "64 of the 256 B that the copy reads are pads"
    assert found["TEN050"].shown == "element 6, byte 24, and on"


def test_a_gap_over_the_pads_is_silent(tensors: Tensors) -> None:
    x, y, w, z = tensors
    am.data_copy(y, x, NdDmaParams([[1, 8], [1, 16], [8, 4], [0, 0], [8, 0]]))
    made = out(w, z, 64)["TEN050"].replacement
    assert made is not None and made.added[-1] == "data_copy: {block_count: 4, block_len: 1, src_gap: 1, dst_gap: 0}"
    assert out(w, z, DataCopyParams(4, 1, 1, 0)) == {}


def test_data_over_pads_are_data_and_pads_over_data_are_pads(tensors: Tensors) -> None:
    """A copy that is made again sees what has happened to its source since."""
    x, y, w, z = tensors
    padded = NdDmaParams([[1], [1], [60], [4], [0]], 7)
    am.data_copy(y, x, 64)
    for _ in range(3):
        assert am.data_copy(z, w, 64).findings == ()
        am.data_copy(y, x, padded)
        assert [f.code for f in am.data_copy(z, w, 64).findings] == ["TEN050"]
        am.data_copy(y, x, 64)


def test_copied_pads_are_data_of_their_copy(tensors: Tensors) -> None:
    x, y, _, z = tensors
    other = y.core.declare_local("VECOUT", y.dtype, 64)
    am.data_copy(y, x, NdDmaParams([[1], [1], [60], [4], [0]], 7))
    assert [f.code for f in am.data_copy(other, y, 64).findings] == ["TEN050"]
    assert out(other, z, 64) == {}


def test_nothing_is_said_where_no_states_are_kept() -> None:
    core = am.Core("ascend-950", track=False)
    y, z = core.local_tensor("VECOUT", "float", 64), core.global_tensor(np.zeros(64, np.float32))
    assert am.diagnose(z, y, 64) == []


def call_with(rows: dict[str, int], **more: object) -> Case:
    return Case.from_dict(
        {
            "product": "ascend-950",
            "call": "data_copy",
            "src": {"position": "VECOUT", "dtype": "half", "count": 40, "fill": 1, "rows": rows, **more},
            "dst": {"position": "GM", "dtype": "half", "count": 40},
            "params": {"count": 32},
        }
    )


def test_rows_of_a_case() -> None:
    """The last row may be cut off; the rest of a row is undefined."""
    case = call_with({"pitch": 16, "data": 12, "pads": 2})
    setup = case.setup()
    setup.diagnose()
    call: Call = setup.call
    states = call.src.states()
    assert states is not None
    assert states[::2].tolist() == ([2] * 12 + [1] * 2 + [0] * 2) * 2 + [2] * 8
    assert (states[::2] == states[1::2]).all()


@pytest.mark.parametrize(
    ("rows", "more", "message"),
    [
        ({"pitch": 8, "data": 6, "pads": 3}, {}, "data 6 and pads 3 are not 1 to pitch = 8 elements"),
        ({"pitch": 8, "data": 0}, {}, "data 0 and pads 0 are not 1 to pitch = 8 elements"),
        ({"pitch": 8, "data": 1}, {"position": "GM"}, "rows is for local tensors with data or fill"),
    ],
)
def test_rows_that_cannot_be(rows: dict[str, int], more: dict[str, object], message: str) -> None:
    with pytest.raises(CaseError, match=message):
        call_with(rows, **more)


CONTENTS = {"TEN011", "TEN050", "TEN051"}


@pytest.mark.parametrize("family", strategies.FAMILIES)
def test_nothing_is_said_about_what_is_filled(family: str) -> None:
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategies.calls(family))
    def check(call: Call) -> None:
        assert not CONTENTS & {f.code for f in diagnose_call(call)}

    check()


def test_nothing_is_said_about_vectors() -> None:
    paths = sorted((Path(__file__).parents[1] / "vectors").rglob("*.yaml"))
    assert len(paths) > 200
    for path in paths:
        assert not CONTENTS & {f.code for f in Case.load(path).diagnose()}, path
