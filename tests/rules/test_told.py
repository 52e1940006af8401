"""Every breaking call gives the findings of told.txt, word for word and number for number."""

from __future__ import annotations

import pytest

from ascmove.rules.catalogue import catalogue

from .told import Told, calls, stored, text

STORED = stored()
CALLS = dict(calls())


@pytest.mark.parametrize(("name", "told"), [pytest.param(*call, id=call[0]) for call in CALLS.items()])
def test_findings_say_what_is_stored(name: str, told: Told) -> None:
    assert text(told()) == STORED.get(name), "after a change that is meant: python -m tests.rules.told"


def test_each_rule_is_told_and_nothing_else() -> None:
    assert set(STORED) == set(CALLS)
    assert set(catalogue()) <= {name[:6] for name in STORED}
