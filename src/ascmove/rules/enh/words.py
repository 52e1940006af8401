"""ENH rules about the flags and the offset inside a quantisation word."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ascmove.calls import EnhancedCall
from ascmove.calls.enhanced import WORDS
from ascmove.formats.deq_value import MCB_BIT, RELU_BIT, SIGN_BIT
from ascmove.rules import sources as doc
from ascmove.rules.books import ENH
from ascmove.rules.enh import given_words as w
from ascmove.rules.enh.routes import AICORE, ENHANCED
from ascmove.rules.rule import Broken, Offer

_NEEDS = ("enhanced.deq_value", "enhanced.deq_scale", "enhanced.is_relu", "deq_tensor", "block_count")


@ENH.rule(
    "ENH027",
    "error",
    4,
    title="one mode bit per vector",
    statement="VDEQ8/VDEQ16: the mode bit (bit 36) is the same in all 16 words of one vector.",
    fields=("deq_tensor.data",),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 3, deqTensorAddr, last sentence; {doc.N_ENHANCED}, 2.7",
    fix="set bit 36 in all 16 words, or in none",
    why="the unit takes the bit once for all columns; which word it takes is not said",
    families=ENHANCED,
    needs=_NEEDS,
    content="words",
    unenforced=True,
)
def one_mode_bit(call: EnhancedCall) -> Iterator[Broken]:
    if not call.acts or not call.scale.vector or call.scale in w.HALF_SCALES:
        return
    values, defined = w.vector_words(call)
    for start in range(0, values.size, WORDS):
        known = np.flatnonzero(defined[start : start + WORDS]) + start
        bits = w.field_mcb(values[known])
        other = known[bits != bits[:1]]
        if other.size:
            k, first = int(other[0]), int(known[0])
            yield Broken(
                f"bit 36 is {int(w.field_mcb(values[k]))} in word {k} and {int(bits[0])} in word {first} of one vector",
                field=f"deq_tensor[{k}]",
                value=int(values[k]),
                shown=f"{int(values[k]):#018x}",
                limit=f"bit 36 as in word {first}",
                nearest=(Offer(f"{int(values[k]) ^ 1 << MCB_BIT:#x}"),),
                effect=f"{other.size} of the {known.size} words of vector {start // WORDS} differ from word {first}",
            )


@ENH.rule(
    "ENH028",
    "error",
    4,
    title="the offset of ReLU with an 8-bit result",
    statement=(
        "ReLU with an 8-bit result: the offset (bits 37-45, signed) is −128 for int8_t and 0 for uint8_t. ReLU is on when "
        "is_relu (vector modes), or is_relu or bit 47 (DEQ8)."
    ),
    fields=("enhanced.deq_value", "deq_tensor.data"),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 6, ReLU flag; {doc.N_ENHANCED}, 2.7",
    fix="use the field 0x180 (−128) for int8_t and 0 for uint8_t, or no ReLU",
    why="ReLU acts before the offset is added: with another offset the zero of ReLU is not the lowest result",
    families=ENHANCED,
    needs=_NEEDS,
    content="words",
    unenforced=True,
)
def relu_offset(call: EnhancedCall) -> Iterator[Broken]:
    wanted = -128 if call.dst.dtype.name == "int8_t" else 0
    by_flag = 0 if call.scale.vector else 1
    by_call = call.enhanced.is_relu
    found = w.first_word(
        call,
        w.BYTE_SCALES,
        lambda word: (w.field_offset(word) != wanted & 0x1FF) & (by_call | (w.field_relu(word) & by_flag) != 0),
    )
    if found is not None:
        offset = w.signed_offset(found.word)
        yield Broken(
            f"the offset (bits 37-45) is {offset}; ReLU to {call.dst.dtype} needs {wanted}",
            field=found.field,
            value=found.word,
            shown=f"{found.shown}, offset {offset}",
            limit=f"offset {wanted} (field {wanted & 0x1FF:#x})",
            nearest=(found.instead(w.with_offset(found.word, wanted)),),
        )


@ENH.rule(
    "ENH029",
    "warning",
    4,
    title="is_relu and the flag of the word agree",
    statement=(
        "is_relu and the ReLU flag (bit 47) of the word agree (DEQ8, DEQ16 and each word of VDEQ8, VDEQ16; DEQ and VDEQ "
        "words have no flag). Scalar: either one switches it on; vector: only is_relu counts."
    ),
    fields=("enhanced.is_relu", "enhanced.deq_value", "deq_tensor.data"),
    products=AICORE,
    source=f"{doc.ENHANCED}, Restrictions, 1st bullet; {doc.N_ENHANCED}, 2.2, 2.7 and 7.9",
    fix="set both or clear both",
    why="one of the two places does not say what happens",
    families=ENHANCED,
    needs=_NEEDS,
    content="words",
)
def relu_agrees(call: EnhancedCall) -> Iterator[Broken]:
    asked = call.enhanced.is_relu
    found = w.first_word(call, (*w.BYTE_SCALES, *w.WORD16_SCALES), lambda word: w.field_relu(word) != int(asked))
    if found is not None:
        acts = asked if call.scale.vector else True
        agree = w.first_word(call, (*w.BYTE_SCALES, *w.WORD16_SCALES), lambda word: w.field_relu(word) == int(asked))
        flag = Offer(f"is_relu {str(not asked).lower()}", {"enhanced.is_relu": not asked})
        other = () if agree else (flag,)  # no value of is_relu suits words that differ
        yield Broken(
            f"`is_relu` is {str(asked).lower()}, bit 47 of {found.field.split('.')[-1]} is {int(not asked)}",
            field="enhanced.is_relu",
            value=asked,
            limit="the same in both",
            nearest=(*other, found.instead(found.word ^ 1 << RELU_BIT, f"{found.field} ")),
            effect=f"ReLU is {'on' if acts else 'off'}",
        )


@ENH.rule(
    "ENH030",
    "error",
    4,
    title="the sign flag fits the destination",
    statement=(
        "The sign flag (bit 46) fits the 8-bit destination: DEQ8 to uint8_t with the flag clear; VDEQ8 to int8_t with it "
        "set and to uint8_t with it clear, in every word. (DEQ8 to int8_t with it clear: ENH031.)"
    ),
    fields=("enhanced.deq_value", "deq_tensor.data"),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 6, Sign flag; {doc.N_ENHANCED}, 2.2, 2.7 and 7.34",
    fix="set the flag for int8_t and clear it for uint8_t, or change the destination type",
    why="results saturate to the range of one type and are stored as the other",
    families=ENHANCED,
    needs=_NEEDS,
    content="words",
    unenforced=True,
)
def sign_flag(call: EnhancedCall) -> Iterator[Broken]:
    signed = call.dst.dtype.name == "int8_t"
    if signed and not call.scale.vector:
        return
    found = w.first_word(call, w.BYTE_SCALES, lambda word: w.field_sign(word) != int(signed))
    if found is not None:
        low, high = (0, 255) if signed else (-128, 127)
        yield Broken(
            f"bit 46 of {found.field.split('.')[-1]} is {int(not signed)}; {call.dst.dtype} needs {int(signed)}",
            field=found.field,
            value=found.word,
            shown=found.shown,
            limit=f"bit 46 = {int(signed)} for {call.dst.dtype}",
            nearest=(found.instead(found.word ^ 1 << SIGN_BIT),),
            effect=f"results saturate to {low}..{high} and are stored as {call.dst.dtype}",
        )


@ENH.rule(
    "ENH031",
    "warning",
    4,
    title="the sign flag that the library sets by itself",
    statement="DEQ8 to int8_t with bit 46 of deq_value set. The library sets the bit; the word should say what happens.",
    fields=("enhanced.deq_value",),
    products=AICORE,
    source=f"{doc.ENHANCED}, 4th example, comment on deqValue; {doc.N_ENHANCED}, 2.2",
    fix="use deq_value | 2^46",
    why="the same word in a vector (VDEQ8) would give uint8_t results",
    families=ENHANCED,
    needs=_NEEDS,
)
def sign_flag_left_out(call: EnhancedCall) -> Iterator[Broken]:
    if call.scale.vector or call.dst.dtype.name != "int8_t":
        return
    found = w.first_word(call, w.BYTE_SCALES, lambda word: w.field_sign(word) == 0)
    if found is not None:
        yield Broken(
            "bit 46 of deq_value is 0; DEQ8 to int8_t sets it",
            field=found.field,
            value=found.word,
            shown=found.shown,
            limit="bit 46 = 1",
            nearest=(found.instead(found.word | 1 << SIGN_BIT),),
            effect="results saturate to -128..127, as with the bit set",
        )
