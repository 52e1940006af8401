"""Every call that is printed as C++ is read back as the same call: the same Plan, bit for bit the same parameters."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ascmove import derive, strategies
from ascmove.calls import Call, L0cCall, SliceCall
from ascmove.cases import Case
from ascmove.moves.lowering import lower
from ascmove.reading import read_text
from ascmove.tensors import Tensor
from tests.derive.views import Array, regular_views


def in_a_kernel(call: Call) -> str:
    """The call in a function that makes its tensors."""
    if isinstance(call, L0cCall):
        outside, _, inside = f"\n\n{call.to_cpp()}".rpartition("\n\n")
        memories = "\n".join(_array(f"{name}Addr", operand.tensor) for name, operand in call.layouts)
        return f"using namespace AscendC::Te;\n{outside}\n__aicore__ inline void f() {{\n{memories}\n{inside}\n}}"
    made = "\n".join(_made(name, getattr(call, name)) for name in ("dst", "src"))
    return f"__aicore__ inline void f(GM_ADDR p) {{\nTPipe pipe;\n{made}\n{call.to_cpp()}\n}}"


def _array(name: str, tensor: Tensor) -> str:
    space = {"GM": "__gm__", "CO1": "__cc__"}.get(tensor.position, "__cbuf__")
    return f"{space} {tensor.dtype} {name}[{tensor.whole.count}];"


def _made(name: str, tensor: Tensor) -> str:
    kind, whole = tensor.dtype, tensor.whole
    if tensor.position == "GM":
        return f"GlobalTensor<{kind}> {name};\n{name}.SetGlobalBuffer((__gm__ {kind}*)p, {whole.count});"
    buffer = f"TBuf<TPosition::{tensor.position}> {name}Buffer;\npipe.InitBuffer({name}Buffer, {whole.nbytes});"
    return f"{buffer}\nLocalTensor<{kind}> {name} = {name}Buffer.Get<{kind}>({whole.count});"


def read_back(call: Call) -> Call:
    kernel = read_text(in_a_kernel(call), product=call.product)
    (read,) = kernel.calls
    assert kernel.unknown(read) == [], in_a_kernel(call)
    case = kernel.case(read)
    assert case is not None
    return Case.from_dict(case).call()


def assert_same(call: Call) -> None:
    back = read_back(call)
    assert type(back) is type(call)
    assert lower(back) == lower(call), in_a_kernel(call)
    assert back.to_cpp() == call.to_cpp()
    for name, tensor in call.operands():
        other = dict(back.operands())[name]
        assert (other.position, other.dtype) == (tensor.position, tensor.dtype)
        assert other.whole.count == tensor.whole.count


@pytest.mark.parametrize("family", strategies.FAMILIES)
def test_drawn_calls_come_back(family: str) -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategies.calls(family))
    def check(call: Call) -> None:
        if isinstance(call, SliceCall):  # lengths that come with SetShapeInfo stand elsewhere
            assume(any(info.shape_value for info in call.src_slice_info))
        seen[type(call).__name__] += 1
        assert_same(call)

    check()
    assert sum(seen.values()) >= 60


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(regular_views(most_axes=5))
def test_derived_calls_come_back(views: tuple[Array, Array]) -> None:
    for call in derive.nddma(*views).calls:
        assert_same(call)


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_tensors_of_words_with_batches_come_back(data: st.DataObject) -> None:
    call = data.draw(
        strategies.calls("l0c2gm").filter(lambda c: isinstance(c, L0cCall) and c.quant_operand is not None)
    )
    assert_same(call)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_derived_copies_out_of_l0c_come_back(data: st.DataObject) -> None:
    """Allocated rows beyond the valid ones, pitches, column-major results, words in a tensor, several calls."""
    draw = data.draw
    batch = draw(st.none() | st.integers(1, 3))
    blocks, rows = draw(st.integers(1, 3)), 16 * draw(st.integers(1, 3))
    lead = () if batch is None else (batch,)
    acc = np.zeros((*lead, blocks, rows + 16 * draw(st.integers(0, 2)), 16), np.float32)[..., :rows, :]
    m, n = draw(st.integers(1, rows)), draw(st.integers(1, 16 * blocks))
    words = np.full(-(-n // 4) * 4, 1, np.uint64)[:n] if draw(st.booleans()) else None
    kind = np.int8 if words is not None else np.float16
    out = np.zeros((*lead, m, n + draw(st.integers(0, 9))), kind)[..., :n]
    if draw(st.booleans()):
        out = np.zeros((*lead, n, m + draw(st.integers(0, 9))), kind)[..., :m].swapaxes(-1, -2)
    for call in derive.l0c2gm(acc, out, quant=words).calls:
        assert_same(call)
