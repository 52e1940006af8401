import array
import copy
import gc
import pickle
from typing import Any, cast

import ml_dtypes
import numpy as np
import pytest

import ascmove as am
from ascmove.tensors import POISON, ByteState


@pytest.fixture
def core() -> am.Core:
    return am.Core("ascend-950")


def test_fresh_memory_is_poison_and_undefined(core: am.Core) -> None:
    y = core.local_tensor("VECIN", "uint8_t", 64)
    assert set(y.to_numpy().tolist()) == {POISON}
    assert set(y.state().tolist()) == {ByteState.UNDEFINED}


def test_data_and_fill_define_bytes(core: am.Core) -> None:
    y = core.local_tensor("VECIN", "half", 4, data=np.array([1, 2, 3, 4], np.float16))
    z = core.local_tensor("VECIN", "half", 4, fill=1.5)
    assert y.to_numpy().tolist() == [1, 2, 3, 4]
    assert z.to_float().tolist() == [1.5] * 4
    assert set(y.state().tolist()) == {ByteState.DATA}


def test_carrier_arrays_are_taken_bit_for_bit(core: am.Core) -> None:
    nan = np.array([0x7C01, 0xFE00], np.uint16).view(np.float16)
    y = core.local_tensor("VECIN", "half", data=nan)
    assert y.to_numpy().view(np.uint16).tolist() == [0x7C01, 0xFE00]


@pytest.mark.parametrize(
    ("kind", "carrier"),
    [
        ("hifloat8_t", np.dtype(np.uint8)),
        ("bfloat16_t", np.dtype(ml_dtypes.bfloat16)),
        ("fp8_e4m3fn_t", np.dtype(ml_dtypes.float8_e4m3fn)),
        ("complex32", np.dtype([("real", "<f2"), ("imag", "<f2")])),
        ("complex64", np.dtype(np.complex64)),
    ],
)
def test_carriers(core: am.Core, kind: str, carrier: Any) -> None:
    y = core.local_tensor("VECIN", kind, 8, fill=1)
    assert y.to_numpy().dtype == carrier
    assert y.to_float().tolist() == [1] * 8


def test_global_tensor_is_in_place(core: am.Core) -> None:
    a = np.zeros((4, 4), np.float32)
    x = core.global_tensor(a)
    x.to_numpy()[5] = 7
    assert a[1, 1] == 7
    assert x.count == 16


def test_foreign_buffers(core: am.Core) -> None:
    held = array.array("f", [1, 2, 3])
    assert core.global_tensor(held).to_numpy().tolist() == [1, 2, 3]
    assert core.global_tensor(bytearray(8), "uint16_t").count == 4

    class Interface:
        __array_interface__ = np.arange(4, dtype=np.int32).__array_interface__
        keep = np.arange(4, dtype=np.int32)

    assert core.global_tensor(Interface()).dtype.name == "int32_t"

    class Capsule:
        def __init__(self) -> None:
            self.array = np.arange(5, dtype=np.int16)

        def __dlpack__(self, **options: object) -> object:
            return self.array.__dlpack__()

        def __dlpack_device__(self) -> tuple[int, int]:
            return (1, 0)

    capsule = Capsule()
    x = core.global_tensor(capsule)
    assert x.to_numpy().tolist() == [0, 1, 2, 3, 4]
    capsule.array[0] = 9
    assert x.to_numpy()[0] == 9


def test_torch_tensors(core: am.Core) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    t = torch.arange(4, dtype=torch.bfloat16)
    x = core.global_tensor(t)
    assert x.dtype.name == "bfloat16_t"
    x.buffer()[:2] = [0x80, 0x3F]
    assert t[0] == 1


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: np.zeros((4, 4))[:, ::2], "not contiguous"),
        (lambda: np.zeros(4, ">f4"), "byte order"),
        (lambda: np.array([object()]), "no elements"),
        (lambda: 5, "cannot be wrapped in place"),
        (lambda: "abc", "cannot be wrapped in place"),
        (lambda: np.zeros(3, "U4"), "no Ascend C element type"),
    ],
)
def test_unusable_arrays(core: am.Core, make, text: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(am.BadArgument, match=text):
        core.global_tensor(make())


def test_bytes_must_divide(core: am.Core) -> None:
    with pytest.raises(am.BadArgument, match="7 B do not divide into elements of float"):
        core.global_tensor(np.zeros(7, np.uint8), "float")


def test_views_share_memory(core: am.Core) -> None:
    y = core.local_tensor("VECIN", "float", 64, fill=0)
    tail = y[16:]
    assert (tail.address, tail.count, tail.offset) == (y.address + 64, 48, 16)
    tail.fill(3)
    assert y.to_numpy()[15] == 0
    assert y.to_numpy()[16] == 3
    assert y[16].count == 48
    assert y[16][8].offset == 24
    assert y[8:24].count == 16


def test_views_of_a_declared_tensor_agree_with_it() -> None:
    core = am.Core("ascend-950", limits="host")
    y = core.local_tensor("VECIN", "float", 64)
    y[32:].fill(1)
    assert y.to_numpy()[32:].tolist() == [1] * 32


def test_aliasing_positions(core: am.Core) -> None:
    y = core.local_tensor("VECIN", "uint8_t", 64, address=128, fill=5)
    z = core.local_tensor("VECCALC", "uint8_t", 32, address=160)
    assert z.to_numpy().tolist() == [5] * 32
    z.fill(6)
    assert y.to_numpy()[32:].tolist() == [6] * 32


def test_placed_behind_each_other(core: am.Core) -> None:
    first = core.local_tensor("VECIN", "float", 1)
    second = core.local_tensor("VECOUT", "float", 1)
    assert (first.address, second.address) == (0, 1024)
    core.reset("UB")
    assert core.local_tensor("VECIN", "float", 1).address == 0


def test_address_of_views_of_one_array(core: am.Core) -> None:
    a = np.zeros(64, np.float32)
    assert core.global_tensor(a[3:]).address == core.global_tensor(a).address + 12
    assert core.global_tensor(np.zeros(4)).address % 1024 == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("VECIN", "uint8_t", 253984), "TEN006"),
        (("A1", "float", 1 << 20), "TEN006"),
        (("CO1", "float", 1 << 17), "TEN006"),
    ],
)
def test_capacity(core: am.Core, arguments: tuple[str, str, int], code: str) -> None:
    with pytest.raises(am.RuleViolation) as caught:
        core.local_tensor(*arguments)
    assert [f.code for f in caught.value.findings] == [code]


def test_misaligned_address(core: am.Core) -> None:
    with pytest.raises(am.RuleViolation) as caught:
        core.local_tensor("VECIN", "float", 8, address=40)
    (finding,) = caught.value.findings
    assert (finding.code, finding.value, finding.nearest) == ("TEN003", 40, (32, 64))


def test_position_without_memory() -> None:
    with pytest.raises(am.RuleViolation) as caught:
        am.Core("atlas-inference-vectorcore").local_tensor("CO1", "float", 8)
    assert caught.value.findings[0].code == "TEN001"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda c: c.local_tensor("VECINN", "float", 8), "did you mean 'VECIN'"),
        (lambda c: c.local_tensor("VECIN", "flot", 8), "did you mean 'float'"),
        (lambda c: c.local_tensor("VECIN", "float", -1), "whole number"),
        (lambda c: c.local_tensor("VECIN", "float", 2.0), "whole number"),
        (lambda c: c.local_tensor("VECIN", "float"), "a count or data"),
        (lambda c: c.local_tensor("VECIN", "float", 8, address=-32), "0 or more"),
        (lambda c: c.local_tensor("VECIN", "float", 3, data=[1, 2]), "data holds 2 elements, the tensor 3"),
        (lambda c: c.local_tensor("VECIN", "float", 8)[-1], "negative"),
        (lambda c: c.local_tensor("VECIN", "float", 8)[::2], "no step"),
        (lambda c: am.Core("ascend-95"), "did you mean 'ascend-950'"),
        (lambda c: am.Core("ascend-950", limits=cast(Any, "none")), "'device' or 'host'"),
    ],
)
def test_bad_arguments(core: am.Core, call, text: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(am.BadArgument, match=text):
        call(core)


@pytest.mark.parametrize("mode", ["garbage", "", "Strict", None, 1, ["strict"]])
def test_a_mode_that_there_is_not_is_refused_later_too(core: am.Core, mode: Any) -> None:
    with pytest.raises(am.BadArgument) as made:
        am.Core("ascend-950", mode=mode)
    with pytest.raises(am.BadArgument) as changed:
        core.mode = mode
    assert str(changed.value) == str(made.value)
    assert core.mode == "strict"
    core.mode = "relaxed"
    assert core.mode == "relaxed"


@pytest.mark.parametrize("name", ["product", "limits", "host", "gm", "nddma_cache"])
def test_what_a_core_is_made_with_stays(core: am.Core, name: str) -> None:
    before = getattr(core, name)
    for value in ("garbage", before, None):
        with pytest.raises(am.BadArgument, match=f"{name} of a core is set when the core is made"):
            setattr(core, name, value)
    assert getattr(core, name) is before


def test_host_limits_lift_capacity() -> None:
    core = am.Core("ascend-950", limits="host")
    y = core.local_tensor("CO1", "float", 1 << 20, fill=1)
    assert y.nbytes == 1 << 22


def test_untracked_core_keeps_no_states() -> None:
    core = am.Core("ascend-950", track=False)
    y = core.local_tensor("VECIN", "float", 8, fill=1)
    assert y.states() is None
    with pytest.raises(am.BadArgument, match="track=False"):
        y.state()


def test_two_views_of_one_buffer_share_addresses(core: am.Core) -> None:
    buffer = bytearray(512)
    whole = core.global_tensor(buffer, "float")
    again = core.global_tensor(memoryview(buffer), "half")
    part = core.global_tensor(memoryview(buffer)[64:128], "float")
    assert again.address == whole.address
    assert part.address == whole.address + 64
    assert core.global_tensor(bytearray(512), "float").address >= whole.address + 512


def test_an_array_and_what_was_wrapped_around_it_share_addresses(core: am.Core) -> None:
    owner = np.zeros(64, np.float32)
    around = np.asarray(memoryview(owner))  # type: ignore[arg-type]
    first = core.global_tensor(around)
    assert core.global_tensor(owner).address == first.address
    assert core.global_tensor(owner[8:]).address == first.address + 32


def test_memory_that_is_gone_keeps_no_address() -> None:
    gm = am.GlobalMemory()
    for _ in range(4):
        array_ = np.frombuffer(bytearray(64), np.uint8)
        gm.address(array_)
        del array_
        gc.collect()
    assert gm.address(np.zeros(64, np.uint8)) == 4 * 1024  # each was fresh


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_live_memory_cannot_be_copied(core: am.Core, copied: Any) -> None:
    y = core.local_tensor("VECIN", "float", 8, fill=0)
    with pytest.raises(TypeError, match="a Core is live memory"):
        copied(core)
    with pytest.raises(TypeError, match="a GlobalMemory is live memory"):
        copied(core.gm)
    if copied is not copy.copy:
        with pytest.raises(TypeError, match="a Core is live memory"):
            copied(y)


def test_more_memory_than_the_machine_has_is_one_clear_error() -> None:
    core = am.Core("ascend-950", limits="host")
    y = core.local_tensor("VECIN", "float", 1 << 50)
    with pytest.raises(am.BadArgument, match=r"4503599627370496 B are more than this machine's memory can give"):
        y.fill(0)
