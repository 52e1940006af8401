"""Apply a Conversion: to arrays (``convert``) or to one value with every stage shown (``trace``).

Both run the same stages in the same order; ``stages`` is the one place that chooses them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ascmove.errors import BadArgument
from ascmove.formats import arithmetic as do
from ascmove.formats.codec import decode
from ascmove.formats.conversion import Conversion, Multiplier, Relu, Shift
from ascmove.formats.deq_value import check_word
from ascmove.formats.dtype import DType
from ascmove.formats.literal import encode_literal

_CHUNK = 1 << 15  # elements; the intermediate arrays of a chunk stay in the cache
_SOURCES = ("int32_t", "float", "half")

Words = NDArray[np.uint64]
Apply = Callable[[NDArray[Any], Words], NDArray[Any]]


@dataclass(frozen=True)
class StageRule:
    """One step of a pipeline: its name, the type of its result, what it computes, and what it reads in the word.

    ``in_bits``: the result is bit patterns of that type, not values.
    """

    name: str
    type: str
    apply: Apply
    reads: Callable[[Words], NDArray[Any]] | None = None
    in_bits: bool = False


@dataclass(frozen=True)
class Stage:
    """One intermediate value. ``parameter`` is what the stage took from the word, None where nothing.

    The last stage, ``stored``, holds the bit pattern in ``bits`` beside its value.
    """

    name: str
    type: str
    value: int | float | complex
    parameter: int | float | None = None
    bits: int | None = None


def convert(conversion: Conversion, values: NDArray[Any], words: NDArray[Any] | None = None) -> NDArray[Any]:
    """Bit patterns (``conversion.dst.bits``) of the converted ``values``, which are of the source's carrier type.

    ``words``: one parameter word per element, uint64 (or half bits as uint16 for ``Multiplier.HALF``), broadcasting
    to the shape of ``values``; needed where the conversion takes a word and has none of its own, ignored otherwise.
    Raises BadArgument for types that do not belong together.
    """
    rules = stages(conversion)
    source = np.asarray(values)
    if source.dtype != conversion.src.carrier:
        raise BadArgument(
            f"{conversion.mode} reads {conversion.src}, an array of {conversion.src.carrier}\n"
            f"an array of {source.dtype} was given"
        )
    parameters = _words(conversion, words)
    result = np.empty(source.shape, conversion.dst.bits)
    for part, own_words in _chunks(source, parameters):
        current = source[part]
        for rule in rules:
            current = rule.apply(current, own_words)
        result[part] = current
    return result


def trace(conversion: Conversion, value: Any, word: int | None = None) -> list[Stage]:
    """Every intermediate value of one element, from the source to the stored bits.

    ``value`` is a number or ``{"bits": n}`` of the source type, ``word`` the parameter word where the conversion has
    none. Raises BadArgument where one does not fit.

    >>> from ascmove.formats.modes import enhanced_conversion
    >>> for stage in trace(enhanced_conversion("DEQ8", "int32_t", "int8_t", word=0x40123F000000), 1000):
    ...     print(stage.name, stage.type, stage.value, stage.parameter)
    source int32_t 1000 None
    shifted int32_t 125 3
    float float 125.0 None
    product float 62.5 0.5
    rounded 9-bit integer 62 None
    offset integer 62 0
    saturated integer 62 1
    stored int8_t 62 None
    """
    rules = stages(conversion)
    src = conversion.src
    current = np.array([encode_literal(value, src)], src.bits).view(src.carrier)
    words = _words(conversion, None if word is None else np.array(check_word(word), np.uint64))
    found = [Stage("source", src.name, _plain(decode(current, src)))]
    for rule in rules[:-1]:
        current = rule.apply(current, words)
        parameter = None if rule.reads is None else _plain(rule.reads(words))
        shown = decode(current, rule.type) if rule.in_bits else current
        found.append(Stage(rule.name, rule.type, _plain(shown), parameter))
    bits = rules[-1].apply(current, words)
    result = _plain(decode(bits, conversion.dst))
    return [*found, Stage("stored", conversion.dst.name, result, bits=int(bits[0]))]


@cache
def stages(conversion: Conversion) -> tuple[StageRule, ...]:
    """The steps of ``conversion``; the last one gives bit patterns of its destination type."""
    _check(conversion)
    dst, relu = conversion.dst, conversion.relu
    if not conversion.takes_word and conversion.src is dst:
        return (_stored(_as_bits if relu is Relu.NONE else _relu_copy, dst),)
    if conversion.multiplier is Multiplier.NONE and conversion.shift is Shift.ALWAYS:
        shifted = StageRule("shifted", "int16_t", do.shift_right, do.shift_count)
        return (shifted, _stored(do.store_low_bits if relu is Relu.NONE else do.store_positive, dst))
    steps: list[StageRule] = []
    if conversion.shift is not Shift.NONE:
        shift = do.shift_right if conversion.shift is Shift.ALWAYS else do.shift_where_asked
        steps.append(StageRule("shifted", "int32_t", shift, do.shift_count))
    steps.append(StageRule("float", "float", _without_words(do.to_float)))
    if conversion.multiplier is not Multiplier.NONE:
        steps.append(_product(conversion))
    if dst.is_integer:
        return (*steps, *_byte_stages(dst))
    store = partial(do.store_float, rounding=conversion.rounding, overflow=conversion.overflow)
    if relu is Relu.NONE or (relu is Relu.SOURCE and conversion.takes_word):
        return (*steps, _stored(store, dst))
    converted = StageRule("converted", dst.name, _without_words(partial(store, dtype=dst)), in_bits=True)
    return (*steps, converted, _stored(do.relu_bits, dst))


def _product(conversion: Conversion) -> StageRule:
    multiply = do.multiply_positive if conversion.relu is Relu.SOURCE else do.multiply
    multiplier = partial(do.multiplier_of, kind=conversion.multiplier)

    def apply(values: NDArray[Any], words: Words) -> NDArray[Any]:
        return multiply(values, multiplier(words))

    return StageRule("product", "float", apply, multiplier)


def _byte_stages(dst: DType) -> tuple[StageRule, ...]:
    return (
        StageRule("rounded", "9-bit integer", _without_words(do.round_to_nine_bits)),
        StageRule("offset", "integer", do.add_offset, do.offset_of),
        StageRule("saturated", "integer", do.saturate_byte, do.wants_int8),
        _stored(do.store_low_bits, dst),
    )


def _stored(store: Callable[..., NDArray[Any]], dst: DType) -> StageRule:
    return StageRule("stored", dst.name, _without_words(partial(store, dtype=dst)), in_bits=True)


def _without_words(function: Callable[[Any], NDArray[Any]]) -> Apply:
    return lambda values, words: function(values)


def _as_bits(values: NDArray[Any], dtype: DType) -> NDArray[Any]:
    return values.view(dtype.bits)


def _relu_copy(values: NDArray[Any], dtype: DType) -> NDArray[Any]:
    return do.relu_bits(values.view(dtype.bits), dtype)


def _check(conversion: Conversion) -> None:
    """Refuse what no mode of any unit computes, so that every pipeline has a meaning."""
    src, dst = conversion.src, conversion.dst
    if not conversion.takes_word and src is dst:
        if src.kind == "complex" and conversion.relu is not Relu.NONE:
            raise BadArgument(f"{conversion.mode}: ReLU has no meaning for {src}")
        return
    if src.name not in _SOURCES:
        raise BadArgument(f"{conversion.mode}: {src} cannot be converted\nsources are {', '.join(_SOURCES)}")
    if conversion.shift is not Shift.NONE and src.name != "int32_t":
        raise BadArgument(f"{conversion.mode}: only int32_t is shifted, not {src}")
    if conversion.multiplier is Multiplier.NONE:
        fits = dst.name == "int16_t" if conversion.shift is Shift.ALWAYS else dst.kind == "float"
        fits = fits and conversion.shift is not Shift.MODE_BIT
    else:
        fits = (dst.kind == "float" and dst.name != "double") or dst.name in ("int8_t", "uint8_t")
    if not fits:
        raise BadArgument(f"{conversion.mode}: there is no conversion {src} -> {dst} with these stages")


def _words(conversion: Conversion, words: NDArray[Any] | None) -> Words:
    """The parameter words that act: the conversion's own, or those given, as uint64."""
    if not conversion.takes_word:
        return np.zeros((), np.uint64)
    if conversion.word is not None:
        return np.array(check_word(conversion.word), np.uint64)
    if words is None:
        raise BadArgument(f"{conversion.mode} reads a parameter word per element\nno words were given")
    given = np.asarray(words)
    if given.dtype == np.float16:
        given = given.view(np.uint16)
    if given.dtype.kind != "u":
        raise BadArgument(f"parameter words are unsigned 64-bit integers\nan array of {given.dtype} was given")
    return given.astype(np.uint64, copy=False)


def _chunks(values: NDArray[Any], words: Words) -> Iterator[tuple[Any, Words]]:
    """Index of each part of ``values`` along its first axis, with the words of that part."""
    fits = words.ndim <= values.ndim
    for have, want in zip(words.shape[::-1], values.shape[::-1], strict=False):
        fits = fits and have in (1, want)
    if not fits:
        raise BadArgument(f"words of shape {words.shape} do not fit values of shape {values.shape}")
    if values.ndim == 0:
        yield (), words
        return
    rows = max(1, _CHUNK * values.shape[0] // max(1, values.size))
    own = words.ndim == values.ndim and words.shape[0] != 1
    for start in range(0, values.shape[0], rows):
        part = slice(start, start + rows)
        yield part, words[part] if own else words


def _plain(array: NDArray[Any]) -> Any:
    """The single number of an array as a Python number."""
    item = array.reshape(-1)[0].item()
    return int(item) if isinstance(item, bool) else item
