"""Hypothesis strategies for copy calls: legal ones, and ones that exactly one rule refuses.

Needs Hypothesis (the extra ``test``)::

    from hypothesis import given
    from ascmove import strategies
    from ascmove.moves import perform

    @given(strategies.calls("nddma"))
    def test_my_engine(call):
        perform(call)

    @given(strategies.illegal_calls("slice"))
    def test_my_checker(illegal):
        assert my_checker(illegal.call) == illegal.code
"""

from importlib.util import find_spec

if find_spec("hypothesis") is None:
    raise ImportError("ascmove.strategies needs Hypothesis: pip install 'ascmove[test]'")

from ascmove.strategies.families import FAMILIES, calls, illegal_calls, illegal_codes
from ascmove.strategies.illegal import Illegal

__all__ = ["FAMILIES", "Illegal", "calls", "illegal_calls", "illegal_codes"]
