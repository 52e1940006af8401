"""What is followed through a kernel: functions, templates, members, branches, loops; seen in the length of a copy."""

from __future__ import annotations

from typing import Any

import pytest

from ascmove.reading import KernelCall, read_text

#: how `why` begins
OPEN = "not known"


def only(text: str, **more: Any) -> KernelCall:
    (call,) = read_text(text, **more).calls
    return call


def counts(text: str) -> list[Any]:
    """The counts of a copy in all its turns, and the reason where one is unknown."""
    call = only(text)
    return [turn.params["count"] if "count" in turn.params else why(turn) for turn in call.turns or (call,)]


def why(call: KernelCall) -> str:
    """Why a count is open, whether or not the text says that it is one."""
    return f"{OPEN}: {(call.note or call.open_parameters[0]).partition(': ')[2]}"


@pytest.mark.parametrize(
    ("functions", "expression", "value"),
    [
        ("constexpr int CeilDiv(int a, int b) { return (a + b - 1) / b; }", "CeilDiv(100, 16)", 7),
        ("int Up(int a, int b) { if (b == 0) { return a; } return (a + b - 1) / b * b; }", "Up(100, 16)", 112),
        ("int Up(int a, int b = 32) { return (a + b - 1) / b * b; }", "Up(100)", 128),
        ("template <typename T> constexpr int Lanes() { return 32 / sizeof(T); }", "Lanes<half>()", 16),
        ("template <typename T, int N = 4> int Wide() { return N * sizeof(T); }", "Wide<float>()", 16),
        ("int Sum(int n) { int s = 0; for (int i = 1; i <= n; i++) { s += i; } return s; }", "Sum(10)", 55),
        ("int Log(int n) { return n <= 1 ? 0 : 1 + Log(n / 2); }", "Log(1024)", 10),
        ("int First(int n) { for (int i = 2; i < n; ++i) { if (n % i == 0) return i; } return n; }", "First(35)", 5),
        ("int First(int n) { for (int i = 2; i < n; ++i) { if (n % i == 0) return i; } return n; }", "First(91)",
         f"{OPEN}: First() depends on a condition that is not constant"),
        ("int Pick(int n) { switch (n) { case 1: return 10; case 2: case 3: return 20; default: return 30; } }",
         "Pick(1) + Pick(2) + Pick(3) + Pick(4)", 80),
        ("void Next(int& at, int by) { at += by; } int Twice() { int a = 1; Next(a, 4); Next(a, 5); return a; }",
         "Twice()", 10),
        ("struct Shape { int rows = 3; int columns; int Size() const { return rows * columns; } };"
         "int Area() { Shape s{4, 5}; s.columns = 8; return s.Size(); }", "Area()", 32),
        ("namespace a { constexpr int k = 3; } namespace b { constexpr int k = 5; int f() { return a::k * k; } }",
         "b::f()", 15),
        ("#define N 16\n#define TWICE(x) ((x) * 2)\n#define SUM(a, b) (TWICE(a) + (b))\n", "SUM(N + 1, 3)", 37),
        ("#ifdef WIDE\nconstexpr int k = 8;\n#else\nconstexpr int k = 8;\n#endif\n", "k", 8),
        ("template <typename T> int Wide() { if constexpr (std::is_same<T, half>::value) { return 2; } return 4; }",
         "Wide<half>() * 10 + Wide<float>()", 24),
        ("template <typename T> int Wide() { return IsSameType<T, half>::value || std::is_same_v<T, float> ? 1 : 2; }",
         "Wide<half>() + Wide<float>() + Wide<int8_t>()", 4),
        ("enum class Mode { A = 2, B, C = B * 4 }; constexpr int k = static_cast<int>(Mode::C);", "k", 12),
        ("using T = half; typedef float U;", "sizeof(T) + sizeof(U)", 6),
        ("", "AscendC::AlignUp(100, 16)", 112),
        ("", "Std::max(3, Std::min(9, 5))", 5),
        ("", "CeilDivision(100, 16)", 7),
    ],
)  # fmt: skip
def test_functions_and_constants(functions: str, expression: str, value: Any) -> None:
    assert counts(f"{functions}\nvoid f() {{ DataCopy(a, b, {expression}); }}") == [value]


KERNEL = """
template <typename T, int ROWS = 4>
class Kernel {
public:
    Kernel(int n) : length(n), doubled(2 * n) {}
    void Init(int m) { set = m; if (m > 3) { late = 5; } }
    void Process() { MARK; }
private:
    static constexpr int LANES = 32 / sizeof(T);
    int length, doubled, set, late = 7, never;
    int given = 6;
};
"""


@pytest.mark.parametrize(
    ("uses", "expression", "value"),
    [
        ("Kernel<half> k(3); k.Init(4); k.Process();", "length", 3),
        ("Kernel<half> k(3); k.Init(4); k.Process();", "doubled + set", 10),
        ("Kernel<half> k(3); k.Init(4); k.Process();", "late", 5),
        ("Kernel<half> k(3); k.Init(2); k.Process();", "late", 7),
        ("Kernel<half> k(3); k.Process();", "set", f"{OPEN}: set is a member that is set elsewhere"),
        ("Kernel<half> k(3); k.Init(n); k.Process();", "late", f"{OPEN}: late depends on the if in line 6"),
        ("Kernel<half, 8> k(3); k.Process();", "ROWS * LANES", 128),
        ("Kernel<float> k(3); k.Process();", "ROWS * LANES", 32),
        ("Kernel<float> k(3); k.Process();", "this->given", 6),
        ("Kernel<float>* k = new Kernel<float>(3);", "given", 6),
        ("", "ROWS", 4),
        ("", "LANES", f"{OPEN}: T is a template parameter"),
        ("", "never", f"{OPEN}: never is a member that is set elsewhere"),
    ],
)  # fmt: skip
def test_members_and_templates(uses: str, expression: str, value: Any) -> None:
    text = KERNEL.replace("MARK", f"DataCopy(a, b, {expression})")
    assert counts(f"{text}\nvoid entry(int n) {{ {uses} }}") == [value]


def test_explicit_instances_are_run() -> None:
    text = KERNEL.replace("MARK", "DataCopy(a, b, ROWS * LANES)")
    assert counts(f"{text}\ntemplate class Kernel<half, 4>;\ntemplate class Kernel<float>;") == [64, 32]
    text = "template <typename T> void Copy1(int n) { DataCopy(a, b, 64 / sizeof(T)); }"
    assert counts(f"{text}\ntemplate void Copy1<float>(int);\ntemplate void Copy1<half>(int);") == [16, 32]


def test_methods_that_set_up_are_run_for_themselves() -> None:
    text = """
    class K {
        void Init() { length = 16; InitBuffers(); }
        void InitBuffers() { pipe.InitBuffer(a, 1, 200000); rows = 4; }
        void Process() { DataCopy(a, b, length * rows); }
        int length; int rows; TPipe pipe; TQue<TPosition::VECIN, 1> a;
    };
    """
    assert counts(text) == [64]
    assert read_text(text).odd == ()
    assert counts(text.replace("length = 16;", "length = 16; Base::Init();")) == [64]
    other = text.replace("void Process", "void InitOther() { rows = 5; }\n void Process")
    assert counts(other) == [f"{OPEN}: rows is set in several methods"]
    assert counts(other.replace("rows = 5", "columns = 5")) == [64]


def test_what_another_method_changes_is_not_known() -> None:
    text = """
    class K {
        void Init() { step = 16; }
        void Process() { DataCopy(a, b, step); }
        void Grow() { step *= 2; }
        int step;
    };
    """
    assert counts(text) == [f"{OPEN}: step is set in Grow()"]
    assert counts(text.replace("step *= 2", "")) == [16]


def test_what_is_not_followed_may_change_everything_it_sets() -> None:
    text = """
    class K {
    public:
        void Init(int n) { step = n; }
        void Init(float n) { step = 32; }
        void Process() { DataCopy(a, b, step); }
        int step = 16;
    };
    void Both(int& a) { a = 1; }
    void Both(float& a) { a = 2; }
    void entry(int n) { K k; k.Init(n); k.Process(); }
    class Given { void Init() { step = 16; Elsewhere(this); } void Process() { DataCopy(a, b, step); } int step; };
    void other() { int k = 5; Both(k); DataCopy(a, b, k); }
    """
    members, given, argument = read_text(text).calls
    assert why(given) == f"{OPEN}: step may be changed by Elsewhere()"
    assert why(members) == f"{OPEN}: step may be changed by Init()"
    assert why(argument) == f"{OPEN}: k may be changed by Both()"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("int k; if (n) { k = 16; } else { k = 16; } DataCopy(a, b, k);", [16]),
        ("int k; if (n) { k = 16; } DataCopy(a, b, k);", [16]),  # otherwise it would have no value at all
        ("int k = 8; if (n) { k = 16; } DataCopy(a, b, k);", [f"{OPEN}: k depends on the if in line 1"]),
        ("int k = 8; if (n) { return; k = 9; } DataCopy(a, b, k);", [8]),
        ("int k = 8; if (n) { k = 3; return; } DataCopy(a, b, k);", [8]),
        ("int k = 8; if (n && false) { k = 16; } DataCopy(a, b, k);", [8]),
        ("int k = n ? 16 : 16; DataCopy(a, b, k);", [16]),
        ("int k = 0; for (int i = 0; i < 4; i++) { if (i == 3) { break; } k += 8; } DataCopy(a, b, k);", [24]),
        ("int k = 0; for (int i = 0; i < 9; i++) { if (n) { break; } k = 8; } DataCopy(a, b, k);",
         [f"{OPEN}: k changes in the loop in line 1"]),
        ("for (int i = 100; i >= 0; --i) { DataCopy(a, b, i + 16); }", [116, 16]),
        ("for (uint32_t i = 100; i >= 0; --i) { DataCopy(a, b, i + 16); }",
         [f"{OPEN}: i changes in the loop in line 1"]),
        ("for (int i = 1; i < 1 << 20; i *= 32) { DataCopy(a, b, i); }", [1, 32, 1024, 32768]),
        ("for (int i = 0; i < 1000000000; i += 7) { DataCopy(a, b, i + 1); }", [1, 999999995]),
        ("for (int i = 0, j = 5; i < 3; i++, j--) { DataCopy(a, b, 16 * j); }", [80, 64, 48]),
        ("int m = 4; for (int i = 0; i < m; i++) { m--; DataCopy(a, b, i); }", [0, 1]),
        ("int i = 0; while (i < 3) { DataCopy(a, b, 16 * i + 16); i++; }", [16, 32, 48]),
        ("int i = 9; do { i--; } while (i > 2); DataCopy(a, b, i);", [2]),
        ("for (int i = 0; i < 5;) { DataCopy(a, b, i + 1); i += 2; }", [1, 3, 5]),
        ("for (int i = 0; i != 3; ++i) { DataCopy(a, b, i + 1); }", [1, 2, 3]),
        ("int i = 0; while (true) { if (i == 2) { break; } i++; DataCopy(a, b, i); }", [1, 2]),
        ("int i = 0; while (i < n) { i++; } DataCopy(a, b, i);", [f"{OPEN}: i changes in the loop in line 1"]),
        ("int i = 0; while (i < 9) { i++; if (n) { break; } } DataCopy(a, b, i);",
         [f"{OPEN}: i changes in the loop in line 1"]),
        ("int i = 0; while (i < 1000) { i++; } DataCopy(a, b, i);", [f"{OPEN}: i changes in the loop in line 1"]),
        ("auto f = [&](int k) { DataCopy(a, b, k); }; f(16); f(32);", [16, 32]),
    ],
)  # fmt: skip
def test_branches_and_loops(body: str, found: list[Any]) -> None:
    assert counts(f"void f(int n) {{ {body} }}") == found


def test_turns_are_named() -> None:
    call = only("void f() { for (int i = 0; i < 2; i++) for (int j = 1; j < 3; j++) DataCopy(a, b, i + j); }")
    # the second and the third of the four are the same copy
    assert [turn.found.turn for turn in call.turns] == ["i = 0, j = 1", "i = 0, j = 2", "i = 1, j = 2"]


def test_structs_are_shared_by_reference_and_copied_by_value() -> None:
    head = "void Set(DataCopyParams& p) { p.blockLen = 5; } void Look(DataCopyParams p) { p.blockLen = 9; }"
    body = "DataCopyParams p{1, 2, 0, 0}; Set(p); Look(p); auto q = p; q.blockLen = 7; DataCopy(a, b, p);"
    text = f"{head} void f() {{ {body} }}"
    assert only(text).params["data_copy"]["block_len"] == 5
    assert only(text.replace("auto q", "auto& q")).params["data_copy"]["block_len"] == 7


@pytest.mark.parametrize(
    "text",
    [
        "void f() { if ASCEND_IS_AIV { DataCopy(a, b, 16); } }",
        "void f() { if ASCEND_IS_AIC { return; } DataCopy(a, b, 16); }",
        "template <typename T> void f() { queue.template FreeTensor(t); DataCopy(a, b, 16); }",
        "void f(T x = {}, int y = 3) { DataCopy(a, b, 16); }",
        "void f(Tiling& __restrict t) { DataCopy(a, b, 16); }",
        "void f() { DataCopy(a, b, 16); } void h() { kernel<<<8, nullptr, stream>>>(x, y); }",
        "\ufeffvoid f() { DataCopy(a, b, 16); }",
    ],
)
def test_dialect_of_kernels_parses(text: str) -> None:
    kernel = read_text(text)
    assert kernel.odd == ()
    assert [(call.params, call.found.text) for call in kernel.calls] == [({"count": 16}, "DataCopy(a, b, 16)")]


@pytest.mark.parametrize(
    ("methods", "found"),
    [
        ("void Init() { pipe.InitBuffer(a, 2, 60000); pipe.InitBuffer(b, 2, 60000);\npipe.InitBuffer(c, 17000); }",
         [2]),
        ("void Init() { pipe.InitBuffer(a, 2, 60000); pipe.InitBuffer(b, 2, 60000); pipe.InitBuffer(c, 8000); }", []),
        ("void Init() { for (int i = 0; i < 3; i++) { pipe.InitBuffer(q[i], 100000); } }", [1]),
        ("void Init(int n) { if (n) { pipe.InitBuffer(a, 1, 200000); } else { pipe.InitBuffer(b, 1, 200000); } }", []),
        ("void Init(int n) { if (n) { More(); } pipe.InitBuffer(c, 200000); }"
         "void More() { pipe.InitBuffer(a, 1, 200000); }", []),
        ("void Init() { More(); pipe.InitBuffer(c, 200000); } void More() { pipe.InitBuffer(a, 1, 200000); }", [1]),
        ("void Init(int n) { pipe.InitBuffer(a, n, 200000); pipe.InitBuffer(b, 1, n);\npipe.InitBuffer(c, 200000); }",
         [2]),
        ("void Init() { pipe.InitBuffer(a, 1, 200000); pipe.Reset(); pipe.InitBuffer(c, 200000); }", []),
        ("void Init() { pipe.InitBuffer(a, 1, 200000); pipe.InitBuffer(l1, 1, 500000); }", []),
    ],
)  # fmt: skip
def test_buffers_together_fit_their_memory(methods: str, found: list[int]) -> None:
    members = "TPipe pipe; TQue<TPosition::VECIN, 2> a, b; TBuf<TPosition::VECCALC> c, q[3]; TQue<TPosition::A1, 1> l1;"
    kernel = read_text(f"class K {{ public: {methods}\n{members} }};")
    assert [(line, finding.code, finding.severity) for (line, _), finding in kernel.odd] == [
        (line, "KER006", "error") for line in found
    ]


def test_full_memories_of_two_objects_are_two() -> None:
    text = """
    template <int N> class K {
        public: void Init() { pipe.InitBuffer(a, 1, N); } TPipe pipe; TQue<TPosition::VECIN, 1> a;
    };
    void f(int n) { if (n) { K<200000> one; one.Init(); } else { K<200032> other; other.Init(); } }
    """
    assert read_text(text).odd == ()
    ((_, finding),) = read_text(text.replace("200032", "300000")).odd
    assert finding.message == "buffers up to a take 300000 B of UB, which has 253952 B on ascend-950"
    assert [f.message for _, f in read_text(text, product="atlas-a2").odd] == [
        "buffers up to a take 200000 B of UB, which has 196608 B on atlas-a2",
        "buffers up to a take 200032 B of UB, which has 196608 B on atlas-a2",
    ]
