import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ascmove.formats.dtype import dtype
from ascmove.plan import Access, Plan, Role, Step, coalesced, first_beyond, touched
from ascmove.plan.coalesce import self_overlapping
from ascmove.plan.collide import first_collision

FLOAT, HALF, BYTE = dtype("float"), dtype("half"), dtype("uint8_t")


def plan_of(*steps: Step, kind=FLOAT) -> Plan:  # type: ignore[no-untyped-def]
    return Plan(steps, kind, kind)


def nest(shape: tuple[int, ...], strides: tuple[int, ...]) -> list[int]:
    """Offsets of a nest, innermost fastest; written without the house's own code."""
    offsets = [0]
    for n, s in zip(shape, strides, strict=True):
        offsets = [o + i * s for i in range(n) for o in offsets]
    return offsets


def test_joined_loops_become_one() -> None:
    step = Step((8, 4, 2), Access(0, (1, 8, 32)), Access(3, (1, 8, 32)))
    assert coalesced(step) == Step((64,), Access(0, (1,)), Access(3, (1,)))


def test_a_broadcast_is_not_joined_with_a_run() -> None:
    step = Step((8, 4), Access(0, (1, 8)), Access(0, (1, 0)))
    assert coalesced(step).shape == (8, 4)


def test_single_element_keeps_a_loop() -> None:
    assert coalesced(Step((1, 1), Access(7, (3, 4)), fill=0)).shape == (1,)


def test_equal_moves_are_equal_plans() -> None:
    rows = plan_of(Step((8, 4), Access(0, (1, 8)), Access(0, (1, 8))))
    columns = plan_of(Step((4, 8), Access(0, (8, 1)), Access(0, (8, 1))))
    as_bytes = plan_of(Step((128,), Access(0, (1,)), Access(0, (1,))), kind=BYTE)
    assert rows == columns == as_bytes
    assert hash(rows) == hash(as_bytes)
    assert rows != plan_of(Step((8, 4), Access(0, (1, 9)), Access(0, (1, 8))))


def test_colliding_moves_keep_their_order() -> None:
    first = plan_of(Step((2, 3), Access(0, (1, 1)), Access(0, (1, 2))))
    second = plan_of(Step((3, 2), Access(0, (1, 1)), Access(0, (2, 1))))
    assert first.self_overlapping
    assert first != second


def test_extents_and_counts() -> None:
    pad = Step((6, 3), Access(0, (1, 8)), fill=0, role=Role.PAD)
    data = Step((4, 3), Access(1, (1, 8)), Access(2, (2, 100)))
    plan = plan_of(pad, data, kind=HALF)
    assert (plan.dst_extent.start, plan.dst_extent.stop) == (0, (16 + 6) * 2)
    assert (plan.src_extent.start, plan.src_extent.stop) == (4, (2 + 6 + 200 + 1) * 2)
    assert plan.bytes_written == (18 + 12) * 2
    assert plan.bytes_padded == 36
    assert plan.bytes_read == 24
    assert list(plan.bursts()) == [(3, 12), (3, 8)]
    assert plan.burst_count == 6


def test_loop_nest_text() -> None:
    plan = plan_of(
        Step((4, 2), Access(0, (1, 4)), fill=0x3F800000, role=Role.PAD),
        Step((2, 1), Access(1, (1, 4)), Access(0, (1, 9))),
    )
    assert plan.loop_nest().splitlines() == [
        "for j in 0..1",
        "  for i in 0..3",
        "    dst[4*j + i] = 0x3f800000    (pad)",
        "for i in 0..1",
        "  dst[1 + i] = src[i]",
    ]
    assert plan_of().loop_nest() == "nothing moves"


def test_cpp_text_names_every_stride() -> None:
    text = plan_of(Step((4, 2), Access(0, (1, 4)), Access(5, (1, 9)))).to_cpp()
    assert "{{4, 2}, {1, 9}, {1, 4}, 5, 0}," in text


shapes = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple)


@st.composite
def nests(draw):  # type: ignore[no-untyped-def]
    shape = draw(shapes)
    strides = tuple(draw(st.integers(0, 12)) for _ in shape)
    return shape, strides


@given(nests(), st.integers(0, 60))
def test_first_beyond_is_the_first_in_loop_order(case, limit) -> None:  # type: ignore[no-untyped-def]
    shape, strides = case
    offsets = nest(shape, strides)
    found = first_beyond(shape, Access(0, strides), limit)
    outside = [i for i, offset in enumerate(offsets) if offset >= limit]
    if not outside:
        assert found is None
    else:
        assert found is not None
        number, scale = 0, 1
        for i, n in zip(found, shape, strict=True):
            number += i * scale
            scale *= n
        assert number == outside[0]


@given(nests())
def test_collisions_are_decided_exactly(case) -> None:  # type: ignore[no-untyped-def]
    shape, strides = case
    offsets = nest(shape, strides)
    found = first_collision(shape, strides)
    assert (found is not None) == (len(set(offsets)) < len(offsets))
    if found is not None:
        a, b = found
        assert a != b
        assert all(0 <= i < n for t in found for i, n in zip(t, shape, strict=True))
        assert Access(0, strides).at(a) == Access(0, strides).at(b)
    else:
        step = Step(shape, Access(0, strides), fill=0)
        assert not self_overlapping(step) or len(set(offsets)) == len(offsets)


def test_collision_search_copes_with_huge_loops() -> None:
    assert first_collision((1 << 20, 1 << 20, 3), (1, 1 << 20, 1 << 40)) is None
    assert first_collision((1 << 20, 1 << 20), (3, (1 << 20) - 1)) is not None


@given(nests(), st.sampled_from(["src", "dst"]))
def test_touched_bytes(case, operand) -> None:  # type: ignore[no-untyped-def]
    shape, strides = case
    step = Step(shape, Access(2, strides), Access(2, strides))
    found = touched(plan_of(step, kind=HALF), operand)
    expected = np.zeros(found.size, bool)
    for offset in nest(shape, strides):
        expected[2 * (2 + offset) : 2 * (2 + offset) + 2] = True
    assert np.array_equal(found, expected)


@given(nests(), nests())
def test_normal_form_moves_the_same_bytes(dst, src) -> None:  # type: ignore[no-untyped-def]
    shape = dst[0]
    strides = (src[1] + (1,) * len(shape))[: len(shape)]
    step = Step(shape, Access(0, dst[1]), Access(0, strides))
    plan = plan_of(step, kind=HALF)
    (normal,) = plan.normal
    before = dict(zip(nest(shape, dst[1]), nest(shape, strides), strict=True))
    pairs = {}
    for d, s in zip(nest(normal.shape, normal.dst.strides), nest(normal.shape, normal.reads.strides), strict=True):
        pairs[normal.dst.offset + d] = normal.reads.offset + s
    expected = {2 * d + b: 2 * s + b for d, s in before.items() for b in (0, 1)}
    assert pairs == expected
