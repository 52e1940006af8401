"""Parameter structs of the Tensor API copies out of L0C: traits (known at compile time) and FixpipeParams."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TypeVar

from ascmove.calls.fields import flag, settle, whole
from ascmove.errors import BadArgument, nearest_name

E = TypeVar("E", bound=Enum)


class RoundMode(Enum):
    """How the result is rounded. HYBRID is for float to hifloat8_t only; DEFAULT is that of the type."""

    DEFAULT = "DEFAULT"
    HYBRID = "HYBRID"


class DualDstMode(IntEnum):
    """How a copy from L0C to UB divides the matrix between the UBs of two vector cores."""

    DUAL_DST_DISABLE = 0
    DUAL_DST_SPLIT_M = 1
    DUAL_DST_SPLIT_N = 2


@dataclass(frozen=True)
class CopyL0C2GMTrait:
    """Static choices of a copy from L0C to GM.

    ``enable_relu``: negative sources give 0. ``enable_channel_split``: float to float into NZ with C0 = 8.
    Names are accepted for ``round_mode``. Raises BadArgument for anything else.

    Source: Copy (L0C Buffer to Global Memory), Table 3.

    >>> CopyL0C2GMTrait("HYBRID").round_mode
    <RoundMode.HYBRID: 'HYBRID'>
    """

    round_mode: RoundMode = RoundMode.DEFAULT
    enable_relu: bool = False
    enable_channel_split: bool = False

    def __post_init__(self) -> None:
        settle(
            self,
            round_mode=member(RoundMode, "round_mode", self.round_mode),
            enable_relu=flag("enable_relu", self.enable_relu),
            enable_channel_split=flag("enable_channel_split", self.enable_channel_split),
        )


@dataclass(frozen=True)
class CopyL0C2UBTrait(CopyL0C2GMTrait):
    """Static choices of a copy from L0C to UB: those of L0C to GM, and the division between two vector cores.

    Channel split into UB does not exist on ascend-950; with it the copy raises NotModelled.
    """

    dual_dst_ctl: DualDstMode = DualDstMode.DUAL_DST_DISABLE

    def __post_init__(self) -> None:
        super().__post_init__()
        settle(self, dual_dst_ctl=member(DualDstMode, "dual_dst_ctl", self.dual_dst_ctl))


@dataclass(frozen=True)
class FixpipeParams:
    """Run-time parameters, bound with ``atom.with_(...)``.

    ``unit_flag``: 0 off, 2 on and the unit flag stays, 3 on and it is cleared afterwards; it never changes the data
    (rules L0C036, L0C037). ``sub_block_id``: the vector core whose UB receives a single-destination copy to UB.

    Source: Copy (L0C Buffer to Global Memory), Table 4.

    >>> FixpipeParams(3).unit_flag
    3
    """

    unit_flag: int = 0
    sub_block_id: bool = False

    def __post_init__(self) -> None:
        settle(
            self,
            unit_flag=whole("unit_flag", self.unit_flag),
            sub_block_id=flag("sub_block_id", self.sub_block_id),
        )


def member(kind: type[E], name: str, value: object) -> E:
    """``value`` as a member of an enumeration: the member itself or its name. Raises BadArgument for anything else."""
    if isinstance(value, kind):
        return value
    names = [m.name for m in kind]
    if isinstance(value, str):
        if value in names:
            return kind[value]
        raise BadArgument(f"{name} = {value!r} is unknown{nearest_name(value, names)}")
    raise BadArgument(f"{name} = {value!r} is a {type(value).__name__}; it is one of {', '.join(names)}")
