"""Core: one core of a product with its memories, the place where tensors are made and calls leave their trace."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Literal

from ascmove.errors import AscMoveError, BadArgument, RuleViolation, index_of, nearest_name
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.hardware import Product, Space, space_of
from ascmove.hardware import product as as_product
from ascmove.rules.placing import judge_placing
from ascmove.tensors import GlobalMemory, GlobalTensor, LocalTensor, Memory
from ascmove.tensors.nddma_cache import NdDmaCache

if TYPE_CHECKING:
    from ascmove.moves.transfer import Transfer

Limits = Literal["device", "host"]
Mode = Literal["strict", "relaxed"]

_TRACE_LENGTH = 1024
#: what a core is made with; its tensors and what is remembered of calls depend on it
_FIXED = frozenset({"product", "limits", "host", "gm", "nddma_cache"})


class Core(Memory):
    """One core of ``product``.

    Raises BadArgument for an unknown product, limits or mode.

    Parameters
    ----------
    product
        Key such as "ascend-950" (see `Product`).
    limits
        "device": capacities and field widths of the hardware. "host": golden data of whole matrices; capacities and
        what one instruction can encode are lifted, the meaning of every call stays.
    gm
        Global memory shared with other cores; a memory of its own when omitted.
    nddma_cache
        Model the 32 KB read cache in front of NDDMA: a copy after an unrefreshed write returns stale data and says so.
    track
        Keep a state (undefined, pad, data) for each local byte.
    mode
        "strict" enforces the documented contract; "relaxed" turns rules that the device and toolchain do not enforce
        into warnings. It may be changed later (``core.mode = "relaxed"``), the others not.

    Examples
    --------
    >>> core = Core("ascend-950")
    >>> core.local_tensor("VECIN", "float", 64, fill=0).nbytes
    256

    """

    def __init__(
        self,
        product: Product | str,
        *,
        limits: Limits = "device",
        gm: GlobalMemory | None = None,
        nddma_cache: bool = False,
        track: bool = True,
        mode: Mode = "strict",
    ) -> None:
        if not isinstance(limits, str) or limits not in ("device", "host"):
            raise BadArgument(f"limits = {limits!r}; it is 'device' or 'host'")
        self.mode: Mode = mode
        if gm is not None and not isinstance(gm, GlobalMemory):
            raise BadArgument(f"gm is a {type(gm).__name__}; it is a GlobalMemory, such as another core's core.gm")
        super().__init__(as_product(product), host=limits == "host", track=track, gm=gm)
        self.nddma_cache = NdDmaCache(nddma_cache)
        self.gm.attach(self.nddma_cache)
        self.trace: deque[Transfer] = deque(maxlen=_TRACE_LENGTH)

    def __setattr__(self, name: str, value: object) -> None:
        """``mode`` may change between calls; what a core is made with is refused. Raises BadArgument."""
        if name == "mode" and (not isinstance(value, str) or value not in ("strict", "relaxed")):
            raise BadArgument(f"mode = {value!r}; it is 'strict' or 'relaxed'")
        if name in _FIXED and (name == "limits" or name in self.__dict__):
            raise BadArgument(f"{name} of a core is set when the core is made; make another core")
        super().__setattr__(name, value)

    @property
    def limits(self) -> Limits:
        """Which limits hold: "device" or "host"."""
        return "host" if self.host else "device"

    def global_tensor(
        self,
        array: object,
        dtype: object = None,
        *,
        address: int | None = None,
        shape_info: tuple[int, ...] | list[int] | None = None,
    ) -> GlobalTensor:
        """Wrap ``array`` in place (no copy): NumPy, buffer protocol, `__array_interface__`, DLPack or torch on the CPU.

        ``dtype`` names the element type where the array's own does not (bytes are reinterpreted); ``address`` is the
        byte address that alignment rules see. Raises BadArgument for arrays that cannot be seen in place.

        >>> import numpy as np
        >>> Core("atlas-a2").global_tensor(np.zeros(8, np.float16)).count
        8
        """
        element = None if dtype is None else as_dtype(dtype)
        return self.wrap_global(array, element, _address(address), _axes(shape_info))

    def local_tensor(
        self,
        position: str,
        dtype: object,
        count: int | None = None,
        *,
        address: int | None = None,
        data: object = None,
        fill: object = None,
        shape_info: tuple[int, ...] | list[int] | None = None,
    ) -> LocalTensor:
        """A tensor of ``count`` elements in the memory behind ``position``.

        Without ``address`` (bytes) it is placed behind the others, aligned to a whole fractal. Its content is ``data``
        (carrier array taken bit for bit, other numbers encoded), ``fill`` in every element, or undefined.

        Raises RuleViolation when the tensor does not fit its memory or is misaligned, BadArgument for an unknown
        position or type.
        """
        element = as_dtype(dtype)
        if count is None:
            if data is None:
                raise BadArgument("a local tensor needs a count or data")
            import numpy as np

            count = int(np.asarray(data).size)
        elements = index_of(count)
        if elements is None or elements < 0:
            raise BadArgument(f"count = {count!r}; it is a whole number of elements, 0 or more")
        arena = self.arena(space_of(self.product, position))
        taken = arena.taken
        try:
            tensor = self.declare_local(position, element, elements, _address(address), _axes(shape_info))
            findings = judge_placing(tensor)
            if any(f.severity == "error" for f in findings):
                raise RuleViolation(findings)
            if data is not None:
                tensor.write(data)
            elif fill is not None:
                tensor.fill(fill)
        except (AscMoveError, MemoryError):
            arena.taken = taken  # a refused tensor takes no room
            raise
        return tensor

    def reset(self, space: Space | str | None = None) -> None:
        """Forget the tensors of one memory, or of all; their bytes are undefined again."""
        try:
            arenas = list(self._arenas.values()) if space is None else [self.arena(Space(space))]
        except ValueError:
            raise BadArgument(f"unknown memory {space!r}{nearest_name(str(space), (s.value for s in Space))}") from None
        for arena in arenas:
            arena.reset()

    def __repr__(self) -> str:
        return f"Core({self.product.value!r}, limits={self.limits!r})"


def _address(address: object) -> int | None:
    if address is None:
        return None
    value = index_of(address)
    if value is None:
        raise BadArgument(f"address = {address!r}; it is a whole number of bytes")
    if value < 0:
        raise BadArgument(f"address = {value}; it is 0 or more")
    return value


def _axes(shape_info: object) -> tuple[int, ...] | None:
    if shape_info is None:
        return None
    try:
        return tuple(int(n.__index__()) for n in shape_info)  # type: ignore[attr-defined]
    except (TypeError, AttributeError):
        raise BadArgument(f"shape_info = {shape_info!r}; it is a list of axis lengths, innermost first") from None
