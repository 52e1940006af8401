"""Trials that differ in what their source holds are judged apart."""

from __future__ import annotations

import ascmove as am
from ascmove.calls import BasicCall, Call
from ascmove.calls.changing import with_fields
from ascmove.findings import Finding
from ascmove.moves.transfer import diagnose_call
from ascmove.rules.mending import _once


def test_a_filled_source_is_another_call() -> None:
    core = am.Core("ascend-950")
    src, dst = (core.local_tensor(position, "half", 64) for position in ("VECIN", "VECOUT"))
    call = BasicCall(dst, src, 16)
    asked: list[Call] = []

    def look(tried: Call) -> list[Finding]:
        asked.append(tried)
        return diagnose_call(tried)

    looked = _once(call, look)
    shorter = {"count": 32}
    for _ in range(2):
        assert [f.code for f in looked(with_fields(call, shorter))] == ["TEN011"]
    assert len(asked) == 1
    assert looked(with_fields(call, {"src.fill": 0, **shorter})) == []
    assert [f.code for f in looked(with_fields(call, shorter))] == ["TEN011"]
    assert len(asked) == 2
    for fill in (1, 2):
        assert looked(with_fields(call, {"src.fill": fill, **shorter})) == []
    assert len(asked) == 4
    for _ in range(2):  # another tensor each time, of another size: the same call
        looked(with_fields(call, {"src.count": 96}))
    assert len(asked) == 5
