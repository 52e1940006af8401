"""L0C rules about quantisation words: the scalar, and every known word of a tensor."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ascmove.calls import L0cCall
from ascmove.formats import truncate_multiplier
from ascmove.formats.deq_value import MCB_BIT, N_BIT, OFFSET_BIT, RELU_BIT, SIGN_BIT, WORD_MAX, bits_float
from ascmove.rules import sources as doc
from ascmove.rules.books import L0C
from ascmove.rules.l0c.known_words import Array, known_words
from ascmove.rules.rule import ONLY_950, Broken, Offer

_LOW = (1 << 13) - 1
_EXPONENT = 0x7F800000
_OFFSET = 0x1FF << OFFSET_BIT
_SIGN = 1 << SIGN_BIT
_UNREAD = (0xF << N_BIT) | (1 << MCB_BIT) | (WORD_MAX >> RELU_BIT << RELU_BIT)
_SOURCE = f"{doc.N_TENSOR_API}, 4.8; {doc.N_ENHANCED}, 3.2"


def _exponent(words: Array) -> Array:
    exponent: Array = words & np.uint64(_EXPONENT)
    return exponent


def _sets(words: Array, bits: int) -> Array:
    """True where a word sets any of these bits."""
    found: Array = (words & np.uint64(bits)) != 0
    return found


def _not_finite(words: Array) -> Array:
    found: Array = _exponent(words) == np.uint64(_EXPONENT)
    return found


def _zero(words: Array) -> Array:
    """True where the multiplier is zero or denormal."""
    found: Array = _exponent(words) == 0
    return found


def _cut(words: Array) -> Array:
    """True where a normal multiplier loses low bits; L0C014 and L0C015 speak of the others."""
    return _sets(words, _LOW) & ~_zero(words) & ~_not_finite(words)


def _signed(words: Array) -> Array:
    return _sets(words, _SIGN)


def _unsigned(words: Array) -> Array:
    return ~_sets(words, _SIGN)


def _offset(words: Array) -> Array:
    return _sets(words, _OFFSET)


def _unread(words: Array) -> Array:
    return _sets(words, _UNREAD)


def _offer(call: L0cCall, word: int, text: str = "") -> Offer:
    """Another scalar word; a word of a tensor stands among others, which are not looked at here."""
    return Offer(text or hex(word), *([] if call.word is None else [{"quant": word}]))


def _one(call: L0cCall, word: int) -> Offer:
    """The word with the multiplier 1.0."""
    return _offer(call, word & ~0xFFFFFFFF | 0x3F800000, "0x3F800000 (1.0)")


def _byte_result(call: L0cCall) -> bool:
    return call.dst.dtype.name in ("int8_t", "uint8_t")


@L0C.rule(
    "L0C013",
    "error",
    3,
    title="a scalar word is an unsigned 64-bit value",
    statement=(
        "A scalar quant is an unsigned 64-bit value: 0…2^64 − 1 in a file; np.uint64 or te.u64 in Python (a plain int would "
        "silently become the FixpipeParams in C++)."
    ),
    fields=("quant",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.1 and 8 (A8)",
    fix="use te.u64(word)",
    why="an int literal is taken as FixpipeParams: the copy runs without quantisation, or does not compile",
)
def word_type(call: L0cCall) -> Iterator[Broken]:
    quant = call.quant
    if call.quant_kind != "scalar" or call.word is not None:
        return
    number = quant if isinstance(quant, int) and not isinstance(quant, bool) else None
    fits = number is not None and 0 <= number <= WORD_MAX
    if number is not None and not fits:
        bound = min(max(number, 0), WORD_MAX)
        nearest = Offer(f"te.u64({bound if bound == 0 else hex(bound)})")
        message = f"`quant` = {quant} does not fit an unsigned 64-bit word"
    else:
        # the same number, wrapped, is no other value of the field
        nearest = Offer(f"te.u64({number:#x})") if fits else Offer("te.u64(0x3F800000)", {"quant": 0x3F800000})
        message = f"`quant` = {quant!r} is a plain {type(quant).__name__}, not an unsigned 64-bit word"
    yield Broken(
        message,
        field="quant",
        value=quant,
        limit="te.u64(word) or numpy.uint64, 0 to 2^64 - 1",
        nearest=(nearest,),
        effect="in C++ an int would become FixpipeParams and the copy would not quantise" if fits else "",
        help="wrap the word: te.u64(word)" if fits else "",
    )


@L0C.rule(
    "L0C014",
    "error",
    4,
    title="the multiplier is finite",
    statement="The multiplier (bits 0-31 as float) of a quant word is neither inf nor NaN.",
    fields=("quant",),
    products=ONLY_950,
    source=_SOURCE,
    fix="use a finite multiplier: 1.0 is 0x3F800000, the largest is 0x7F7FFFFF",
    why="the page forbids it and nothing checks it; what the unit makes of it is not defined",
    content="words",
)
def finite(call: L0cCall) -> Iterator[Broken]:
    for name, word in known_words(call).first(_not_finite):
        value = bits_float(word & 0xFFFFFFFF)
        yield Broken(
            f"{name} = {word:#x} has the multiplier {value}",
            field="quant",
            value=word,
            shown=f"{word:#x}, multiplier {value}",
            limit="a finite multiplier",
            nearest=(Offer("0x7F7FFFFF"), _one(call, word)),
        )


@L0C.rule(
    "L0C015",
    "warning",
    4,
    title="a multiplier that acts as zero",
    statement=(
        "The multiplier of a quant word is neither zero nor denormal: both act as zero, so every result is 0 or the offset. "
        "The contract forbids denormals and nothing checks it; the page's own sample passes the word 1, a denormal, so the "
        "call runs."
    ),
    fields=("quant",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, example of scalar quantisation; {doc.N_TENSOR_API}, 4.8 and 8 (A26)",
    fix="use a normal multiplier: 1.0 is 0x3F800000, the smallest is 0x00800000",
    why="the word is read as the bits of a float, not as a whole number",
    content="words",
)
def acts_as_zero(call: L0cCall) -> Iterator[Broken]:
    for name, word in known_words(call).first(_zero):
        value = bits_float(word & 0xFFFFFFFF)
        result = "the offset" if _byte_result(call) and word & _OFFSET else "0"
        yield Broken(
            f"{name} = {word:#x} has the multiplier {value!r}, which acts as zero",
            field="quant",
            value=word,
            shown=f"{word:#x}, multiplier {value!r}",
            limit="a normal multiplier",
            nearest=(Offer("0x00800000"), _one(call, word)),
            effect=f"every result is {result}",
            disputed=None if value else (),
        )


@L0C.rule(
    "L0C016",
    "warning",
    4,
    title="the sign bit agrees with the destination",
    statement=(
        "The sign bit (46) of an 8-bit integer result agrees with the destination: set for int8_t, clear for uint8_t. The "
        "bit decides the clamp range, not the tensor type."
    ),
    fields=("quant",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.3, 4.8 and 8 (A27)",
    fix="set bit 46 for int8_t, clear it for uint8_t",
    why="results are clamped to the range of the other type and stored byte by byte",
    content="words",
)
def sign_bit(call: L0cCall) -> Iterator[Broken]:
    if not _byte_result(call):
        return
    wanted = call.dst.dtype.name == "int8_t"
    for name, word in known_words(call).first(_unsigned if wanted else _signed):
        clamp = "0 to 255" if wanted else "-128 to 127"
        yield Broken(
            f"{name} = {word:#x} has bit 46 {'clear' if wanted else 'set'} with a {call.dst.dtype} destination",
            field="quant",
            value=word,
            shown=f"{word:#x}, bit 46 = {int(not wanted)}",
            limit=f"bit 46 = {int(wanted)} for {call.dst.dtype}",
            nearest=(_offer(call, word ^ _SIGN),),
            effect=f"results are clamped to {clamp} and their low byte is stored",
        )


@L0C.rule(
    "L0C017",
    "warning",
    4,
    title="an offset that nothing adds",
    statement="The offset field (bits 37-45) is zero unless the result is int8_t or uint8_t; elsewhere it is ignored.",
    fields=("quant",),
    products=ONLY_950,
    source=_SOURCE,
    fix="clear bits 37-45",
    why="only the 8-bit integer modes add an offset",
    content="words",
)
def dead_offset(call: L0cCall) -> Iterator[Broken]:
    if _byte_result(call):
        return
    for name, word in known_words(call).first(_offset):
        field = word >> OFFSET_BIT & 0x1FF
        yield Broken(
            f"{name} = {word:#x} holds the offset {field - 512 if field & 0x100 else field}; {call.dst.dtype} results have none",
            field="quant",
            value=word,
            shown=f"{word:#x}",
            limit=f"offset 0 for {call.dst.dtype}",
            nearest=(_offer(call, word & ~_OFFSET),),
        )


@L0C.rule(
    "L0C018",
    "note",
    4,
    title="low bits of the multiplier are dropped",
    statement=(
        "The low 13 mantissa bits (0-12) of the multiplier are clear; set bits are dropped (0.1 = 0x3DCCCCCD acts as "
        "0x3DCCC000 = 0.0999755859375)."
    ),
    fields=("quant",),
    products=ONLY_950,
    source=_SOURCE,
    fix="use a multiplier of 10 mantissa bits (DeqValue and round_multiplier make one), or accept the value that acts",
    why="the unit multiplies by a float of 1 sign, 8 exponent and 10 mantissa bits",
    content="words",
)
def dropped_bits(call: L0cCall) -> Iterator[Broken]:
    for name, word in known_words(call).first(_cut):
        given = bits_float(word & 0xFFFFFFFF)
        acts = truncate_multiplier(given)
        below = word & ~_LOW
        yield Broken(
            f"{name} = {word:#x}: the multiplier {given!r} acts as {acts!r}",
            field="quant",
            value=word,
            shown=f"{word:#x}, bits 0-12 = {word & _LOW:#x}",
            limit="bits 0-12 clear",
            nearest=(_offer(call, below), _offer(call, below + _LOW + 1)),
        )


@L0C.rule(
    "L0C019",
    "warning",
    4,
    title="bits that this product does not read",
    statement=(
        "Bits that this product does not read are clear: 32-36 (shift and mode bit of older products) and 47-63 (ReLU is "
        "enable_relu here)."
    ),
    fields=("quant",),
    products=ONLY_950,
    source=_SOURCE,
    fix="clear them; use enable_relu for bit 47",
    why="a word packed for another product means something else here",
    content="words",
)
def unread_bits(call: L0cCall) -> Iterator[Broken]:
    for name, word in known_words(call).first(_unread):
        relu = bool(word >> RELU_BIT & 1)
        yield Broken(
            f"{name} = {word:#x} sets bits that nothing reads: {word & _UNREAD:#x}",
            field="quant",
            value=word,
            shown=f"{word:#x}",
            limit="bits 32-36 and 47-63 clear",
            nearest=(_offer(call, word & ~_UNREAD),),
            effect="bit 47 does not switch ReLU on; enable_relu does" if relu else "",
            help="use CopyL0C2GMTrait(enable_relu=True) and clear the bits" if relu else "",
        )
