"""Sessions equal to CI's: ``nox`` runs them all, ``nox -s NAME`` one. Needs nothing but nox.

`.ci/run` does the same in one environment; here each session has its own, and the tests run on every Python found.
"""

from __future__ import annotations

import nox

PYTHONS = ["3.10", "3.11", "3.12", "3.13", "3.14"]

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["lint", "tests", "docs", "packaging"]
nox.options.error_on_missing_interpreters = False


@nox.session
def lint(session: nox.Session) -> None:
    """Formatting, lint, types, spelling."""
    session.install("-e", ".[dev]")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("mypy")
    session.run("codespell")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The test suite, on each Python."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", "-q", "-n", "auto", *session.posargs)


@nox.session(python=PYTHONS[0])
def numpy_engine(session: nox.Session) -> None:
    """The test suite without the native engine, on the oldest NumPy that is supported."""
    session.install("-e", ".[test]", "numpy==1.26.*")
    environment = {"ASCMOVE_ENGINE": "numpy"}
    session.run("python", "-m", "pytest", "-q", "-n", "auto", "--ignore=tests/native", env=environment)


@nox.session
def sanitizers(session: nox.Session) -> None:
    """The native engine's tests with AddressSanitizer and UndefinedBehaviorSanitizer in it (GCC, Linux)."""
    session.run(".ci/sanitize", *session.posargs, external=True)


@nox.session
def docs(session: nox.Session) -> None:
    """The site, every warning an error, and the tests of its pages."""
    session.install("-e", ".[test,docs]")
    session.run("mkdocs", "build", "--strict", "--site-dir", "build/site", env={"NO_MKDOCS_2_WARNING": "1"})
    session.run("python", "-m", "pytest", "-q", "tests/docs")


@nox.session
def packaging(session: nox.Session) -> None:
    """Source distribution, wheel, installation without a compiler, extras, the README's commands."""
    session.install("-e", ".[test]", "build")
    session.run("python", "-m", "pytest", "-q", "-m", "packaging", "tests/packaging")


@nox.session
def exhaustive(session: nox.Session) -> None:
    """All inputs of wide types; once per release."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", "-q", "-n", "auto", "-m", "exhaustive")


@nox.session
def coverage(session: nox.Session) -> None:
    """Lines and branches reached by the tests; fails below the threshold in pyproject.toml."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", "-q", "-n", "auto", "--cov", "--cov-report=term")


@nox.session
def mutation(session: nox.Session) -> None:
    """Changes of the rules that no test notices; an hour for all, ``-- 'ascmove.rules.sli.*'`` for one family."""
    session.install(".[test]", "mutmut==3.8.1")
    session.run("python", ".ci/mutate.py", "run", *session.posargs, env={"ASCMOVE_ENGINE": "numpy"})
    session.run("python", ".ci/mutate.py", "results")
