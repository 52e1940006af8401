"""What happens to an element on its way: one description for every conversion of every call.

The stages always stand in this order; a field that says NONE leaves its stage out::

    source -> shift -> multiply -> round -> clamp to 9 bits -> + offset -> saturate -> destination
                ^ relu SOURCE: a negative source counts as multiplier 0
                                                                     relu RESULT: max(result, 0) ^

Conversions are plain values: frozen, hashable, printable. ``formats.arithmetic`` says what each stage
means; engines apply it to many elements; pictures and explanations replay it on one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ascmove.formats.dtype import DType


class Multiplier(str, Enum):
    """Where the multiplier stands in the parameter word and how many bits of it count."""

    NONE = "none"
    FLOAT32 = "float32"  # bits 0-31, all of them
    FLOAT19 = "float19"  # bits 13-31: sign, 8 exponent bits, 10 mantissa bits; exponent 0 acts as 0
    HALF = "half"  # bits 0-15


class Shift(str, Enum):
    """Arithmetic shift right by field N + 1 (bits 32-35) with saturation to int16, before anything else."""

    NONE = "none"
    MODE_BIT = "mode_bit"  # only where bit 36 of the word is set
    ALWAYS = "always"


class Relu(str, Enum):
    """What ReLU looks at."""

    NONE = "none"
    SOURCE = "source"  # a negative or NaN source: multiplier 0
    RESULT = "result"  # max(result, 0)


class Rounding(str, Enum):
    """How the last step rounds."""

    EVEN = "even"  # to nearest, ties to even
    AWAY = "away"  # to nearest, ties away from zero (hifloat8_t)
    HYBRID = "hybrid"  # hifloat8_t: threshold taken from the value's own low bits


class Overflow(str, Enum):
    """What becomes of values a floating destination cannot hold."""

    SATURATE = "saturate"  # inf and overflow -> the largest finite number, NaN -> 0
    KEEP = "keep"  # inf and NaN stay; overflow -> inf (NaN where the type has no inf)


@dataclass(frozen=True, slots=True)
class Conversion:
    """One element conversion.

    ``mode`` is the vendor's name for it and does not change what is computed. ``word`` is the parameter
    word shared by all elements; ``None`` with a multiplier or shift means that the Step reads one word
    per element from the parameter operand.
    """

    mode: str
    src: DType
    dst: DType
    multiplier: Multiplier = Multiplier.NONE
    word: int | None = None
    shift: Shift = Shift.NONE
    relu: Relu = Relu.NONE
    rounding: Rounding = Rounding.EVEN
    overflow: Overflow = Overflow.SATURATE

    @property
    def takes_word(self) -> bool:
        """True when the conversion is steered by a parameter word."""
        return self.multiplier is not Multiplier.NONE or self.shift is not Shift.NONE
