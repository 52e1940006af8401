"""Number formats: element types, their bit patterns, the quantisation word and what a conversion computes.

>>> from ascmove import formats
>>> formats.decode(formats.encode([0.1], "hifloat8_t"), "hifloat8_t")
array([0.09375])
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ascmove.formats.codec import as_bits, decode, encode
from ascmove.formats.conversion import Conversion, Multiplier, Overflow, Relu, Rounding, Shift
from ascmove.formats.convert import Stage, convert, trace
from ascmove.formats.deq_value import DeqValue, round_multiplier, truncate_multiplier
from ascmove.formats.dtype import DTYPES, DType, dtype
from ascmove.formats.literal import encode_literal
from ascmove.formats.modes import enhanced_conversion, fixpipe_conversion
from ascmove.formats.word_text import explain_word, ignored_bits

if TYPE_CHECKING:
    from ascmove.formats.inspect import Description, describe, describe_lines
    from ascmove.formats.overview import overview_lines

#: texts for readers, loaded when they are first asked for
_LAZY = {
    "Description": "ascmove.formats.inspect",
    "describe": "ascmove.formats.inspect",
    "describe_lines": "ascmove.formats.inspect",
    "overview_lines": "ascmove.formats.overview",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'ascmove.formats' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


__all__ = [
    "DTYPES",
    "Conversion",
    "DType",
    "DeqValue",
    "Description",
    "Multiplier",
    "Overflow",
    "Relu",
    "Rounding",
    "Shift",
    "Stage",
    "as_bits",
    "convert",
    "decode",
    "describe",
    "describe_lines",
    "dtype",
    "encode",
    "encode_literal",
    "enhanced_conversion",
    "explain_word",
    "fixpipe_conversion",
    "ignored_bits",
    "overview_lines",
    "round_multiplier",
    "trace",
    "truncate_multiplier",
]
