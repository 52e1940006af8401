"""The published strategies: legal calls are accepted and run, just-illegal ones are refused by their rule alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import strategies
from ascmove.calls import Call, EnhancedCall, L0cCall, NdDmaCall, SliceCall
from ascmove.errors import BadArgument
from ascmove.moves import diagnose_call, perform

CODES = [(family, code) for family in strategies.FAMILIES for code in strategies.illegal_codes(family)]
SLOW = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@pytest.mark.parametrize("family", strategies.FAMILIES)
def test_legal_calls_are_legal_and_run(family: str) -> None:
    @settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(strategies.calls(family))
    def check(call: Call) -> None:
        errors = [f for f in diagnose_call(call) if f.severity == "error"]
        assert not errors, "\n".join(map(str, errors))
        assert call.family == family
        transfer = perform(call)
        assert transfer.bytes_written > 0
        assert not any(f.code == "TEN011" for f in transfer.findings)  # the source is filled

    check()


@pytest.mark.parametrize(("family", "code"), CODES)
def test_just_illegal_calls_are_refused_by_exactly_that_rule(family: str, code: str) -> None:
    @SLOW
    @given(strategies.illegal_calls(family, [code]))
    def check(illegal: strategies.Illegal) -> None:
        assert illegal.code == code
        errors = {f.code for f in diagnose_call(illegal.call) if f.severity == "error"}
        assert errors == {code}

    check()


def test_any_family_is_drawn() -> None:
    def of(family: str) -> Any:
        return lambda call: call.family == family

    assert all(find(strategies.calls(), of(family)) for family in strategies.FAMILIES)


@pytest.mark.parametrize(
    ("family", "wanted"),
    [
        (
            "nddma",
            lambda c: isinstance(c, NdDmaCall) and c.loops.dim == 5 and c.config.is_nearest_value_mode and any(c.left),
        ),
        ("nddma", lambda c: isinstance(c, NdDmaCall) and c.loops.loop_dst_stride[0] > c.loops.loop_dst_stride[-1]),
        ("slice", lambda c: isinstance(c, SliceCall) and c.dim_value == 3 and c.dst.position == "GM"),
        ("slice", lambda c: isinstance(c, SliceCall) and c.shapes_from_tensor),
        ("enhanced", lambda c: isinstance(c, EnhancedCall) and c.enhanced.deq_scale.name == "VDEQ8"),
        ("enhanced", lambda c: isinstance(c, EnhancedCall) and c.enhanced.sid_store_mode == 1),
        ("l0c2gm", lambda c: isinstance(c, L0cCall) and c.quant_kind == "tensor" and c.src_operand.batches == 2),
        ("l0c2gm", lambda c: isinstance(c, L0cCall) and c.trait.enable_channel_split),
        ("l0c2gm", lambda c: isinstance(c, L0cCall) and c.dst_operand.layout.pattern is am_pattern("NC1HWC0")),
        ("data_copy", lambda c: c.dst.position == "A1"),
    ],
)
def test_the_corners_are_reached(family: str, wanted: Any) -> None:
    found = find(
        strategies.calls(family),
        wanted,
        settings=settings(max_examples=3000, suppress_health_check=list(HealthCheck)),
    )
    assert found.family == family


def am_pattern(name: str) -> object:
    from ascmove.layouts import pattern

    return pattern(name)


@given(st.data())
@settings(max_examples=12, deadline=None)
def test_a_drawn_call_can_be_repeated_from_its_parameters(data: st.DataObject) -> None:
    call = data.draw(strategies.calls("slice"))
    assert isinstance(call, SliceCall)
    perform(call)
    moved = call.dst.to_numpy()
    call.dst.buffer()[:] = 0
    am.data_copy(call.dst, call.src, call.dst_slice_info, call.src_slice_info, call.dim_value)
    touched = am.plan(call.dst, call.src, call.dst_slice_info, call.src_slice_info, call.dim_value)
    flags = np.zeros(call.dst.nbytes, np.bool_)
    from ascmove.plan import touched as touched_bytes

    flags[: touched.dst_extent.stop] = touched_bytes(touched, "dst")
    assert (call.dst.buffer()[flags] == moved.view(np.uint8)[flags]).all()


def test_unknown_names_are_refused() -> None:
    with pytest.raises(BadArgument, match="unknown family 'nddmas'; did you mean 'nddma'"):
        strategies.calls("nddmas")
    with pytest.raises(BadArgument, match="no just-illegal slice call breaks 'NDD001'"):
        strategies.illegal_calls("slice", ["NDD001"])
