"""pytest plug-in: copies as tests, with golden files.

The fixture ``assert_transfer`` runs a case and compares its destination, bit for bit, with what the case expects or
with a golden file; ``pytest --ascmove-update`` writes the golden files anew::

    def test_frame(assert_transfer):
        assert_transfer("frame.yaml")                      # relative to the test file

    def test_kernel(assert_transfer):
        transfer = am.data_copy(y, x, params)
        assert_transfer(transfer, golden="kernel.npy")
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ascmove.findings.wording import differing

if TYPE_CHECKING:
    from ascmove.cases import Case, CaseRun
    from ascmove.moves import Transfer

_UPDATE = "--ascmove-update"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that writes golden files instead of comparing with them."""
    parser.getgroup("ascmove").addoption(
        _UPDATE, action="store_true", default=False, help="write the golden files of assert_transfer anew"
    )


@pytest.fixture
def assert_transfer(request: pytest.FixtureRequest) -> AssertTransfer:
    """Run a case, or take a transfer that ran, and compare its destination with what is expected."""
    return AssertTransfer(request.path.parent, bool(request.config.getoption(_UPDATE)))


class AssertTransfer:
    """The callable behind the fixture. ``folder``: what file names are relative to; ``update``: write golden files."""

    def __init__(self, folder: Path, update: bool) -> None:
        self.folder = folder
        self.update = update

    def __call__(
        self, case: str | Path | Case | Mapping[str, Any] | Transfer, *, golden: str | Path | None = None
    ) -> CaseRun | Transfer:
        """Fail the test when the copy breaks a rule or its destination is not the expected one.

        ``case``: a case file, a Case, a mapping, or a Transfer. ``golden``: a `.npy` or `.bin` file that takes the
        place of the case's ``expect``; a case that expects nothing has ``<case>.golden.npy`` beside it. Returns the
        run of the case, or the transfer itself. Raises CaseError for files that cannot be read.
        """
        __tracebackhide__ = True
        from ascmove.moves import Transfer

        if isinstance(case, Transfer):
            if golden is None:
                pytest.fail("a transfer has no expected content of its own; name a file: golden='out.npy'")
            self._compare(case.call.dst.to_numpy(), case.call.dst.dtype, self.folder / golden)
            return case
        return self._run(case, None if golden is None else self.folder / golden)

    def _run(self, case: str | Path | Case | Mapping[str, Any], golden: Path | None) -> CaseRun:
        __tracebackhide__ = True
        from ascmove.findings import render_text

        loaded = self._loaded(case)
        if self.update or golden is not None or loaded.expect is None:
            golden = golden or _golden_of(loaded)
            loaded = loaded.model_copy(update={"expect": None})
        run = loaded.run()
        if run.broken:
            pytest.fail(f"{loaded.source}: the copy is refused\n{render_text(run.findings)}")
        kind = run.setup.dst.tensor.dtype
        if golden is not None:
            self._compare(run.output, kind, golden)
        elif run.differences:
            lines = "\n".join(run.differences.lines())
            pytest.fail(f"{loaded.source}: {differing(len(run.differences), run.output.size)}\n{lines}")
        return run

    def _loaded(self, case: str | Path | Case | Mapping[str, Any]) -> Case:
        from ascmove.cases import Case

        if isinstance(case, Case):
            return case
        if isinstance(case, Mapping):
            return Case.from_dict(case, self.folder)
        return Case.load(self.folder / case)

    def _compare(self, output: Any, kind: Any, golden: Path) -> None:
        __tracebackhide__ = True
        from ascmove.cases.differences import Differences
        from ascmove.cases.files import write_content
        from ascmove.cases.results import read_elements
        from ascmove.errors import CaseError

        if self.update:
            golden.parent.mkdir(parents=True, exist_ok=True)
            write_content(golden, output)
            return
        if not golden.is_file():
            pytest.fail(f"there is no golden file {golden}\nwrite it: pytest {_UPDATE}")
        try:
            wanted = read_elements(golden, kind)
        except CaseError as error:
            pytest.fail(f"{error}\nwrite it: pytest {_UPDATE}")
        if wanted.size != output.size:
            sizes = f"{golden} holds {wanted.nbytes} B, the destination {output.nbytes} B"
            pytest.fail(f"{sizes}\nwrite it: pytest {_UPDATE}")
        differences = Differences(output.view(kind.bits), wanted, kind)
        if differences:
            lines = "\n".join(differences.lines())
            pytest.fail(f"{golden}: {differing(len(differences), output.size)}\n{lines}")


def _golden_of(case: Case) -> Path:
    """The golden file of a case: the file that it expects, else one beside it."""
    if case.expect is not None and case.expect.file is not None:
        return case.base / case.expect.file
    source = Path(case.source)
    if not source.suffix:
        pytest.fail("a case made in Python has no golden file of its own; name one: golden='out.npy'")
    return source.with_suffix(".golden.npy")
