"""The pytest plug-in, run on small test suites of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ascmove.cases.files
import ascmove.findings  # noqa: F401 - loaded before the suites run, which forget modules that they load themselves

CASE = """
product: ascend-950
call: data_copy
src: {position: GM, dtype: half, count: 32, data: {arange: [0, 32]}}
dst: {position: VECIN, dtype: half, count: 32, fill: 0}
params: {count: 16}
"""
TEST = """
def test_copy(assert_transfer):
    assert assert_transfer("copy.yaml").ok
"""

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def only_this_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def test_the_plugin_is_an_entry_point() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert '[project.entry-points.pytest11]\nascmove = "ascmove.pytest_plugin"' in text


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".yaml", copy=CASE)
    pytester.makepyfile(test_copy=TEST)
    return pytester


def run(suite: pytest.Pytester, *options: str) -> pytest.RunResult:
    return suite.runpytest_inprocess("-p", "ascmove.pytest_plugin", *options)


def test_a_missing_golden_file_fails_and_says_how_to_write_it(suite: pytest.Pytester) -> None:
    result = run(suite)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*there is no golden file *copy.golden.npy*", "*pytest --ascmove-update*"])


def test_update_writes_the_golden_file_and_then_the_test_passes(suite: pytest.Pytester) -> None:
    run(suite, "--ascmove-update").assert_outcomes(passed=1)
    written = np.load(suite.path / "copy.golden.npy")
    assert written.tolist() == [*range(16), *[0] * 16]
    run(suite).assert_outcomes(passed=1)


def test_a_changed_golden_file_fails_with_the_elements(suite: pytest.Pytester) -> None:
    run(suite, "--ascmove-update")
    content = np.load(suite.path / "copy.golden.npy")
    content[5] = 99
    np.save(suite.path / "copy.golden.npy", content)
    result = run(suite)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*1 of 32 elements differ*", "*dst[[]5[]] = 5.0*expected 99.0*"])


def test_a_golden_file_of_another_size_fails(suite: pytest.Pytester) -> None:
    np.save(suite.path / "copy.golden.npy", np.zeros(4, np.float16))
    result = run(suite)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*holds 8 B, the destination 64 B*"])


@pytest.mark.parametrize(
    ("content", "message"),
    [(np.zeros(32, np.int16), "*holds int16, the comparison is of half*"), (None, "*not an .npy file*")],
)
def test_a_golden_file_that_cannot_be_compared_fails(suite: pytest.Pytester, content: Any, message: str) -> None:
    golden = suite.path / "copy.golden.npy"
    if content is None:
        golden.write_bytes(b"nothing")
    else:
        np.save(golden, content)
    result = run(suite)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([message, "*pytest --ascmove-update*"])


def test_update_writes_the_file_that_the_case_expects(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", copy=CASE + "expect: {file: wanted.bin}\n")
    pytester.makepyfile(test_copy=TEST)
    (pytester.path / "wanted.bin").write_bytes(bytes(64))
    run(pytester).assert_outcomes(failed=1)
    run(pytester, "--ascmove-update").assert_outcomes(passed=1)
    assert np.fromfile(pytester.path / "wanted.bin", np.float16)[:16].tolist() == list(range(16))
    run(pytester).assert_outcomes(passed=1)
    assert not list(pytester.path.glob("*.golden.npy"))


def test_the_installed_plugin_is_loaded_by_itself(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    suite.runpytest_subprocess("-p", "no:cacheprovider", "--ascmove-update").assert_outcomes(passed=1)
    suite.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_what_the_case_expects_is_compared_without_a_golden_file(pytester: pytest.Pytester) -> None:
    expect = "expect: {values: [" + ", ".join([*map(str, range(16)), *["0"] * 15, "7"]) + "]}\n"
    pytester.makefile(".yaml", copy=CASE + expect)
    pytester.makepyfile(test_copy=TEST)
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*1 of 32 elements differ*", "*dst[[]31[]] = 0.0*expected 7.0*"])


def test_a_refused_copy_fails_with_its_findings(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", copy=CASE.replace("count: 16", "count: 17"))
    pytester.makepyfile(test_copy=TEST)
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*the copy is refused*", "*error[[]ENH039[]]*"])


def test_a_transfer_is_compared_with_a_named_file(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_copy="""
        import numpy as np, ascmove as am

        def test_copy(assert_transfer):
            core = am.Core("ascend-950")
            y = core.local_tensor("VECIN", "half", 16, fill=0)
            transfer = am.data_copy(y, core.global_tensor(np.arange(16, dtype=np.float16)), 16)
            assert assert_transfer(transfer, golden="golden/copy.bin") is transfer

        def test_without_a_file(assert_transfer):
            core = am.Core("ascend-950")
            y = core.local_tensor("VECIN", "half", 16, fill=0)
            assert_transfer(am.data_copy(y, core.global_tensor(np.arange(16, dtype=np.float16)), 16))
        """
    )
    run(pytester, "--ascmove-update").assert_outcomes(passed=1, failed=1)
    assert (Path(pytester.path) / "golden/copy.bin").stat().st_size == 32
    run(pytester).assert_outcomes(passed=1, failed=1)


def test_a_case_from_python_needs_a_named_file(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_copy="""
        CASE = {
            "product": "ascend-950", "call": "data_copy", "params": {"count": 16},
            "src": {"position": "GM", "dtype": "half", "count": 16},
            "dst": {"position": "VECIN", "dtype": "half", "count": 16},
        }

        def test_named(assert_transfer):
            assert_transfer(CASE, golden="zeros.npy")

        def test_unnamed(assert_transfer):
            assert_transfer(CASE)
        """
    )
    run(pytester, "--ascmove-update").assert_outcomes(passed=1, failed=1)
    run(pytester).assert_outcomes(passed=1, failed=1)
