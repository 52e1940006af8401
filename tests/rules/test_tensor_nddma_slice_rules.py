"""Rules of TEN, NDD and SLI one by one: a breaking call, its nearest legal neighbour, the numbers of the finding."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove.calls import NdDmaCall, SliceCall
from ascmove.moves.transfer import diagnose_call
from ascmove.tensors import Tensor


def nddma(
    loops: list[list[int]],
    kind: str = "float",
    src: int = 1 << 12,
    dst: int = 1 << 12,
    constant: Any = 0,
    product: str = "ascend-950",
    **config: Any,
) -> list[am.Finding]:
    core = am.Core(product)
    x, y = _declared(core, "GM", kind, src), _declared(core, "VECIN", kind, dst)
    return diagnose_call(NdDmaCall(y, x, am.NdDmaParams(loops, constant), am.NdDmaConfig(**config)))


def slices(
    src: list[list[int]],
    dst: list[list[int]],
    kind: str = "float",
    product: str = "ascend-950",
    to_ub: bool = True,
    sizes: tuple[int, int] = (1 << 20, 1 << 14),
    dim: int | None = None,
) -> list[am.Finding]:
    core = am.Core(product)
    x = _declared(core, "GM" if to_ub else "VECOUT", kind, sizes[0])
    y = _declared(core, "VECIN" if to_ub else "GM", kind, sizes[1])
    return diagnose_call(SliceCall(y, x, dst, src, len(src) if dim is None else dim))


def _declared(core: am.Core, position: str, kind: str, count: int, address: int | None = None) -> Tensor:
    from ascmove.formats import dtype

    if position == "GM":
        return core.declare_global(dtype(kind), count, address)
    return core.declare_local(position, dtype(kind), count, address)


def found(findings: list[am.Finding]) -> list[tuple[str, str, tuple[object, ...]]]:
    return [(f.code, f.field, f.nearest) for f in findings]


ROW = [[0, 15, 0, 1, 16], [0, 1, 0, 1, 2]]

NDDMA_CASES = [
    # breaking call, code, field, nearest; legal call
    (
        {"loops": [[1], [1], [8], [1], [0]], "loop_lp_size": 300},
        "NDD010",
        "config.loop_lp_size",
        (255, 65535),
        {"loop_lp_size": 255},
    ),
    (
        {"loops": [[1], [1 << 19], [1]], "kind": "int64_t"},
        "NDD013",
        "loop_dst_stride[0]",
        (524287,),
        {"loops": [[1], [(1 << 19) - 1], [1]]},
    ),
    (
        {"loops": [[1 << 39], [1], [1]], "kind": "double"},
        "NDD013",
        "loop_src_stride[0]",
        (549755813887,),
        {"loops": [[(1 << 39) - 1], [1], [1]]},
    ),
    ({"loops": [[1, 4], [2, 1], [4, 3]]}, "NDD017", "loop_dst_stride[0]", (3,), {"loops": [[1, 4], [3, 1], [4, 3]]}),
    ({"loops": [[1], [1], [8]], "constant": 3}, "NDD020", "constant_value", (0,), {"loops": [[1], [1], [8], [1], [0]]}),
    (
        {"loops": [[1], [1], [8], [1], [0]], "constant": 3, "is_nearest_value_mode": True},
        "NDD020",
        "constant_value",
        (0,),
        {"constant": 0},
    ),
    (
        {"loops": [[1, 8], [16, 1], [8, 12], [0, 0], [4, 0]]},
        "NDD023",
        "loop_rp_size[0]",
        (0,),
        {"loops": [[1, 8], [16, 1], [8, 12], [0, 0], [0, 4]]},
    ),
]


@pytest.mark.parametrize(("bad", "code", "field", "nearest", "change"), NDDMA_CASES)
def test_nddma(bad: dict[str, Any], code: str, field: str, nearest: tuple[object, ...], change: dict[str, Any]) -> None:
    assert (code, field, nearest) in found(nddma(**bad))
    assert code not in {f.code for f in nddma(**{**bad, **change})}


SLICE_CASES = [
    ({"src": ROW, "dst": ROW, "dim": 9}, "SLI004", "dim_value", (8,), {"dim": None}),
    (
        {"src": [[0, 16, 0, 1, 16]], "dst": [[0, 7, 0, 1, 8]]},
        "SLI007",
        "src_slice_info[0].end_index",
        (15, "shape_value 17"),
        {"src": [[0, 7, 0, 1, 16]]},
    ),
    (
        {"src": [[0, 16, 0, 1, 20]], "dst": [[0, 15, 0, 1, 16]]},
        "SLI008",
        "src_slice_info[0].end_index",
        (15,),
        {"src": [[0, 15, 0, 1, 20]]},
    ),
    (
        {"src": ROW, "dst": [[0, 15, 0, 1, 16], [0, 2, 0, 1, 3]]},
        "SLI015",
        "dst_slice_info[1].end_index",
        (1,),
        {"dst": ROW},
    ),
    (
        {"src": ROW, "dst": [[0, 16, 1, 1, 20], [0, 1, 0, 1, 2]]},
        "SLI018",
        "dst_slice_info[0].stride",
        (0, 8),
        {"dst": [[0, 23, 8, 1, 24], [0, 1, 0, 1, 2]]},
    ),
    (
        {"src": [[0, 15, 0, 1, 16], [0, 3, 1, 1, 4]], "dst": ROW},
        "SLI022",
        "src_slice_info[1].end_index",
        (2,),
        {"src": [[0, 15, 0, 1, 16], [0, 2, 1, 1, 4]]},
    ),
    (
        {"src": [[0, 25, 1, 1, 26]], "dst": [[0, 23, 0, 1, 24]], "product": "atlas-inference-aicore"},
        "SLI026",
        "src_slice_info[0].stride",
        (0, 8),
        {"src": [[0, 16, 1, 1, 26]], "dst": [[0, 15, 0, 1, 24]]},
    ),
    (
        {"src": ROW, "dst": ROW, "sizes": (64, 24)},
        "SLI027",
        "count",
        ("count 32",),
        {"sizes": (64, 32)},
    ),
]


@pytest.mark.parametrize(("bad", "code", "field", "nearest", "change"), SLICE_CASES)
def test_slice(bad: dict[str, Any], code: str, field: str, nearest: tuple[object, ...], change: dict[str, Any]) -> None:
    assert (code, field, nearest) in found(slices(**bad))
    assert code not in {f.code for f in slices(**{**bad, **change})}


def test_wider_causes_explain_their_consequence() -> None:
    findings = slices([[0, 16, 0, 1, 20]], [[0, 15, 0, 1, 16]])
    assert {f.code: f.cause for f in findings} == {"SLI010": "SLI008", "SLI008": ""}


def test_gm_start_on_elements() -> None:
    core = am.Core("ascend-950")
    y = core.local_tensor("VECIN", "float", 16)
    for address, codes in ((6, ["TEN005"]), (8, [])):
        assert [f.code for f in am.diagnose(y, _declared(core, "GM", "float", 16, address), 16)] == codes


@pytest.mark.parametrize(("position", "limit"), [("VECIN", 196352), ("A1", 524032)])
def test_reserved_tail(position: str, limit: int) -> None:
    core = am.Core("atlas-a2")
    x = core.global_tensor(np.zeros(64, np.uint8))
    for end, codes in ((limit, []), (limit + 32, ["TEN007"])):
        y = _declared(core, position, "uint8_t", 64, end - 64)
        assert [f.code for f in am.diagnose(y, x, 64)] == codes


def test_view_past_the_end() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(64, np.float32))
    y = core.local_tensor("VECIN", "float", 64)
    (finding,) = am.diagnose(y[64:], x, 8)
    assert (finding.code, finding.field, finding.nearest) == ("TEN012", "dst.offset", (56,))
    assert not am.diagnose(y[56:], x, 8)


def test_bound_findings_name_the_first_tuple() -> None:
    (finding,) = nddma([[1, 32], [1, 64], [32, 16]], dst=800)
    assert finding.code == "TEN009"
    assert finding.nearest == ("dst.count 992", "loop_size[1] 13")
    assert (
        finding.effect == "first written outside at loop 1 turn 12, loop 0 turn 32: dst element 800 (byte 3200)"
        or finding.effect.startswith(
            "first written outside at loop 1 turn 13, loop 0 turn 0: dst element 832 (byte 3328), src element 416"
        )
    )


def test_unknown_size_is_not_bound_checked() -> None:
    core = am.Core("ascend-950")
    x = _declared(core, "GM", "float", 0)
    y = core.local_tensor("VECIN", "float", 16)
    assert not am.diagnose(y, x, 16)
    assert not am.diagnose(y, x.view(8), 16)


def test_stage_order() -> None:
    """A wrong product ends the evaluation; a wrong field hides bounds but not alignment."""
    assert [f.code for f in nddma([[1], [1], [0]], product="atlas-a2")] == ["NDD001"]
    assert [f.code for f in nddma([[1], [1], [0]], kind="hifloat8_t")] == ["NDD003"]
    assert [f.code for f in nddma([[1], [0], [1 << 20]])] == ["NDD008"]


def test_garbage_lists_are_diagnosed_not_raised() -> None:
    garbage: list[list[list[int]]] = [[[]] * 3, [[1], [1, 2], [3]], [[1] * 6] * 3, [[-1]] * 3, [[10**30]] * 3]
    for loops in garbage:
        assert any(f.severity == "error" for f in nddma(loops))
    for infos in ([], [[0, 0, 0, 0, 0]] * 9, [[-1, -1, -1, -1, -1]], [[10**30] * 5]):
        assert any(f.severity == "error" for f in slices(infos, infos))
        assert any(f.severity == "error" for f in slices(infos, ROW))
