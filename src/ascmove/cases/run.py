"""CaseRun: what running a case gave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ascmove.cases.data import Data
from ascmove.cases.differences import Differences
from ascmove.cases.engines import using
from ascmove.cases.setup import Setup
from ascmove.errors import BadArgument, CaseError
from ascmove.findings import Finding
from ascmove.findings.wording import several
from ascmove.formats.dtype import DType
from ascmove.moves.transfer import Transfer, perform

Array = np.ndarray[Any, Any]


class CaseRun:
    """The outcome of one case.

    ``findings``: worst first. ``transfer``: what moved, None when an error stood in the way. ``differences``: elements
    that are not what the case expects (none without ``expect``).
    """

    def __init__(
        self, setup: Setup, findings: Sequence[Finding], transfer: Transfer | None, expect: Data | None
    ) -> None:
        self.setup = setup
        self.findings = list(findings)
        self.transfer = transfer
        self._expect = expect

    @cached_property
    def output(self) -> Array:
        """The whole destination buffer, flat, in the carrier type of its elements; as it was when nothing moved."""
        operand = self.setup.dst
        return operand.initial(self.setup.base) if self.transfer is None else operand.tensor.to_numpy()

    @cached_property
    def differences(self) -> Differences:
        """Elements of the output that differ from ``expect``; CaseError where that has another size."""
        kind = self.setup.dst.tensor.dtype
        found = self.output.view(kind.bits)
        if self._expect is None:
            return Differences(found, found, kind)
        return Differences(found, self._expected(kind, found.size), kind)

    def _expected(self, kind: DType, count: int) -> Array:
        """What dst should hold, as bit patterns."""
        assert self._expect is not None
        base = self.setup.base
        try:
            held = self._expect.size(kind, base)
            if held not in (None, count):
                raise CaseError(f"holds {several(held, 'element')}, dst has {count}")
            return self._expect.bits(kind, count, base)
        except (CaseError, ValueError) as error:  # BadArgument is a ValueError
            raise CaseError(f"expect: {error}") from None

    @property
    def broken(self) -> bool:
        """True when a rule is broken, so that nothing moved."""
        return any(f.severity == "error" for f in self.findings)

    @property
    def ok(self) -> bool:
        """True when no rule is broken and the output is what the case expects."""
        return not self.broken and not self.differences

    def __repr__(self) -> str:
        counts = several(len(self.findings), "finding"), several(len(self.differences), "difference")
        return f"<CaseRun ok={self.ok}, {', '.join(counts)}>"


def run_setup(setup: Setup, expect: Data | None, engine: str | None) -> CaseRun:
    """Check, load, run, compare."""
    with using(engine):
        findings = setup.diagnose()
        if any(f.severity == "error" for f in findings):
            return CaseRun(setup, findings, None, None)
        setup.load_global()
        try:
            transfer = perform(setup.call, warn=False)
        except BadArgument as error:  # a tensor of unknown size (count 0) holds nothing to copy
            raise CaseError("; ".join(str(error).splitlines())) from None
    run = CaseRun(setup, transfer.findings, transfer, expect)
    _ = run.differences  # a size that cannot be compared is the case's mistake, said at once
    return run
