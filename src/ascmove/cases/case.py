"""Case: one call written down as a file or a mapping."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from pydantic import Field, PrivateAttr, ValidationError

from ascmove.calls import Call
from ascmove.cases import problems
from ascmove.cases.data import Data
from ascmove.cases.fields import Name, ProductKey, Strict
from ascmove.cases.reading import checked_mapping, clipped, read_plain
from ascmove.cases.run import CaseRun, run_setup
from ascmove.cases.saving import write_plain
from ascmove.cases.setup import Reserved, Setup, make_setup
from ascmove.cases.tensor import TensorSpec
from ascmove.core import Core, Limits, Mode
from ascmove.errors import BadArgument, CaseError, nearest_name
from ascmove.findings import Finding, Severity
from ascmove.tensors import Tensor

T = TypeVar("T")


class Case(Strict):
    """One call with its product, tensors and parameters; `Case.load` and `Case.from_dict` make one.

    Subclasses, one per call family, add ``params``. ``finding`` and ``severity`` say what a case is an example of and
    change nothing.

    >>> case = Case.from_dict({
    ...     "product": "ascend-950", "call": "data_copy", "params": {"count": 16},
    ...     "src": {"position": "GM", "dtype": "half", "count": 16, "data": {"arange": [0, 16]}},
    ...     "dst": {"position": "VECIN", "dtype": "half", "count": 16}})
    >>> case.run().output[:3]
    array([0., 1., 2.], dtype=float16)
    """

    families: ClassVar[dict[str, type[Case]]] = {}

    product: ProductKey
    family: str = Field(alias="call")
    src: TensorSpec
    dst: TensorSpec
    params: Strict
    expect: Data | None = None
    finding: Name | None = None
    severity: Severity | None = None

    _base: Path = PrivateAttr(default=Path())
    _source: str = PrivateAttr(default="case")

    @classmethod
    def load(cls, path: str | Path) -> Case:
        """Read a `.yaml`, `.json` or `.toml` file. Raises CaseError with everything that is wrong with it."""
        path = Path(path)
        return cls._made(read_plain(path), path.parent, str(path))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], base: str | Path = ".") -> Case:
        """The case that a mapping describes; ``base`` is the folder of its data files. Raises CaseError."""
        plain = dict(data) if isinstance(data, Mapping) else data
        return cls._made(checked_mapping(plain, "case"), Path(base), "case")

    @classmethod
    def _made(cls, data: dict[str, Any], base: Path, source: str) -> Case:
        family = data.get("call")
        if family is None:
            raise CaseError(f"{source}: 'call' is missing; known: {', '.join(Case.families)}")
        model = Case.families.get(family) if isinstance(family, str) else None
        if model is None:
            tail = nearest_name(str(family)[:60], Case.families)
            raise CaseError(f"{source}: call: unknown call {clipped(family)}{tail}")
        try:
            case = model.model_validate(data)
        except ValidationError as error:
            raise CaseError(problems.explain(error, model, source)) from None
        case._base, case._source = base, source
        return case

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        for name in getattr(cls.model_fields["family"].annotation, "__args__", ()):
            Case.families[name] = cls

    @property
    def source(self) -> str:
        """Where the case was read from, as messages name it."""
        return self._source

    @property
    def base(self) -> Path:
        """The folder that data files are relative to."""
        return self._base

    def to_dict(self) -> dict[str, Any]:
        """The case as plain data, the keys as given."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_unset=True)

    def save(self, path: str | Path) -> None:
        """Write the case as YAML, JSON or TOML, by the suffix; data files stay where they are."""
        write_plain(Path(path), self.to_dict(), self._base)

    def setup(self, *, mode: Mode = "strict", limits: Limits = "device") -> Setup:
        """The Call on a fresh core and its operands; nothing is allocated. Raises CaseError."""
        core = Core(self.product, mode=mode, limits=limits)
        try:
            return make_setup(core, self.operands(), self._base, self.build, self.reserved())
        except CaseError as error:
            raise CaseError(f"{self._source}: {error}") from None
        except BadArgument as error:
            raise CaseError(f"{self._source}: {'; '.join(str(error).splitlines())}") from None

    def call(self, *, mode: Mode = "strict", limits: Limits = "device") -> Call:
        """The Call on declared tensors of a fresh core; nothing is allocated until it runs."""
        return self.setup(mode=mode, limits=limits).call

    def diagnose(self, *, mode: Mode = "strict", limits: Limits = "device") -> list[Finding]:
        """All findings, worst first; nothing moves, no broken rule raises."""
        return self._named(self.setup(mode=mode, limits=limits).diagnose)

    def run(self, engine: str | None = None, *, mode: Mode = "strict", limits: Limits = "device") -> CaseRun:
        """Run the case. A broken rule does not raise: it stands in ``findings``, and dst is as it was."""
        setup = self.setup(mode=mode, limits=limits)
        return self._named(lambda: run_setup(setup, self.expect, engine))

    def _named(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except CaseError as error:
            raise CaseError(f"{self._source}: {error}") from None

    def operands(self) -> list[tuple[str, TensorSpec]]:
        """The tensors of the case by name, in the order in which they are placed."""
        return [("src", self.src), ("dst", self.dst)]

    def reserved(self) -> Reserved:
        """Bytes that tensors without an address keep clear of."""
        return {}

    def row_length(self) -> int | None:
        """Elements of one row of dst, where the call suggests a shape."""
        return self.dst.shape[-1] if self.dst.shape else None

    def shaped(self, output: Any) -> Any:
        """The output as `--out` stores it: flat, or in the shape that the case's input came in."""
        return output

    @abstractmethod
    def build(self, tensors: dict[str, Tensor]) -> Call:
        """The Call on these tensors."""
