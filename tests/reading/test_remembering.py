"""Kernels with many copies: what was said of one call is said of all that mean the same, and of no other."""

from __future__ import annotations

import random

import pytest

from ascmove.cases import Case
from ascmove.reading import read_text
from ascmove.reading.judging import Judge

HEAD = """
template <typename T> class K {
public:
    __aicore__ inline void Init(GM_ADDR x) {
        known.SetGlobalBuffer((__gm__ TYPE*)x, 1000);
        open.SetGlobalBuffer((__gm__ TYPE*)x);
        in.InitBuffer(inQueue, 1, 2048);
        out.InitBuffer(outQueue, 1, 196608);
    }
    __aicore__ inline void Run(LocalTensor<TYPE> any, LocalTensor<half> halves, int n) {
        LocalTensor<TYPE> small = inQueue.AllocTensor<TYPE>();
        LocalTensor<TYPE> large = outQueue.AllocTensor<TYPE>();
        BODY
    }
private:
    TPipe in, out; TQue<QuePosition::VECIN, 1> inQueue; TQue<QuePosition::VECOUT, 1> outQueue;
    GlobalTensor<TYPE> known, open; GlobalTensor<half> halfGm;
};
"""
LOCAL, GLOBAL = ("any", "small", "large", "nowhere", "halves"), ("known", "open", "nowhereElse", "halfGm")


def kernel(kind: str, lines: list[str]) -> str:
    """A kernel with these copies, with tensors of one type, some of them of known size."""
    return HEAD.replace("TYPE", kind).replace("BODY", "\n        ".join(lines))


STARTS = (0, 0, 1, 16, 64, 900, 936, 960, 992, 1000, 1024, 98200, 98240, 98304, 126000)


def copies(rng: random.Random) -> list[str]:
    """One copy of one of three families in many places: near the ends of its tensors, and far from them."""
    names = [rng.choice(LOCAL), rng.choice((*GLOBAL, *GLOBAL, *LOCAL))]
    if rng.random() < 0.5:
        names.reverse()
    form = rng.randrange(4)
    before, template = "", ""
    if form == 0:
        params = str(rng.choice((0, 8, 16, 63, 64, 100, 1000)))
    elif form == 1:
        params = f"{{{rng.choice((0, 1, 3))}, {rng.choice((1, 2, 5))}, {rng.choice((0, 1))}, 0}}"
    elif form == 2:
        run = rng.choice((1, 2))
        infos = f"{{0, {run * 16 - 1}, 0, {run}, {rng.choice((16, 32, 64))}}}, {{0, 1, 1, 1, 2}}"
        before, params = f"SliceInfo s[] = {{{infos}}};", "s, s, 2"
    else:
        loops = f"{{{{1, {rng.choice((8, 16, 64))}}}, {{1, {rng.choice((16, 24))}}}, {{16, {rng.choice((1, 3))}}}}}"
        before, params = f"NdDmaLoopInfo<2> l{loops}; NdDmaParams<T, 2> p{{l, 0}};", "p"
        template = "<T, 2>"
    starts = [(rng.choice(STARTS), rng.choice(STARTS)) for _ in range(12)]
    views = [f"{names[0]}[{first}], {names[1]}[{second}]" for first, second in starts]
    return [f"{{ {before} DataCopy{template}({view}, {params}); }}" for view in views]


@pytest.mark.parametrize("product", ["ascend-950", "atlas-a2"])
@pytest.mark.parametrize("kind", ["T", "half", "int64_t"])
def test_remembering_changes_nothing(kind: str, product: str) -> None:
    rng = random.Random(f"{kind} {product}")
    lines = [line for _ in range(12) for line in copies(rng)]
    read = read_text(kernel(kind, lines), product=product)
    calls = [call for call in read.calls if call.constant]
    assert len(calls) == len(lines)
    once = Judge(read.product)
    said = 0
    for call in calls:
        found, alone = once.findings(call), Judge(read.product).findings(call)
        assert found == alone, call.found.text
        assert [f.replacement for f in found] == [f.replacement for f in alone], call.found.text
        said += bool(found)
    assert said > 20


@pytest.mark.parametrize(
    ("kind", "sides"), [("half", "open[{}], large[{}]"), ("T", "open[{}], large[{}]"), ("T", "here[{}], there[{}]")]
)
def test_copies_that_mean_the_same_are_judged_once(monkeypatch: pytest.MonkeyPatch, kind: str, sides: str) -> None:
    made: list[object] = []
    from_dict = Case.from_dict

    def counted(data: dict[str, object]) -> Case:
        made.append(data)
        return from_dict(data)

    read = read_text(kernel(kind, [f"DataCopy({sides.format(64 * i, 32 * i)}, 32);" for i in range(1, 200)]))
    monkeypatch.setattr(Case, "from_dict", counted)
    assert not [f for call in read.calls for f in read.findings(call) if not f.code.startswith("KER")]
    assert len(made) <= 8  # two for a judged call: what it needs, and what it is
