"""torch tensors as global memory, in place; what NumPy cannot name is taken by its bytes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import ascmove as am


class Elsewhere:
    """What torch shows of a tensor that lies on a device, or has gaps."""

    __module__ = "torch"

    def __init__(self, device: str, contiguous: bool) -> None:
        self.device = SimpleNamespace(type=device)
        self.is_contiguous = lambda: contiguous


@pytest.mark.parametrize(
    ("tensor", "message"),
    [
        (Elsewhere("npu", True), "is not in host memory; pass tensor.cpu()"),
        (Elsewhere("cpu", False), "is not contiguous; pass tensor.contiguous()"),
    ],
)
def test_tensors_that_cannot_be_used_in_place(tensor: Elsewhere, message: str) -> None:
    with pytest.raises(am.BadArgument, match=message.replace("(", r"\(").replace(")", r"\)")):
        am.Core("ascend-950").global_tensor(tensor)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("float32", "float"), ("bfloat16", "bfloat16_t"), ("float8_e5m2", "fp8_e5m2_t"), ("int8", "int8_t")],
)
def test_in_place(name: str, kind: str) -> None:
    torch: Any = pytest.importorskip("torch", reason="needs torch: pip install 'ascmove[torch]'")
    x = torch.arange(64).to(getattr(torch, name))
    y = torch.zeros(64).to(getattr(torch, name))
    core = am.Core("ascend-950")
    local = core.local_tensor("VECCALC", kind, 64)
    assert core.global_tensor(x).dtype.name == kind
    am.data_copy(local, core.global_tensor(x), 64)
    am.data_copy(core.global_tensor(y), local, 64)
    assert torch.equal(x.view(torch.uint8), y.view(torch.uint8))
    assert core.global_tensor(torch.zeros(0)).count == 0
