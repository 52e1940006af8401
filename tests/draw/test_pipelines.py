from __future__ import annotations

from ascmove.formats import trace
from tests.draw.scenes import example_scene


def test_the_pipeline_of_a_chosen_element() -> None:
    seen = example_scene("l0c_scalar_quant", element=700)
    assert seen.chosen is not None
    (found,) = [p for p in seen.pipelines if p.arrow == seen.chosen]
    assert (found.mode, seen.chosen.dst) == ("QF322B8_PRE", 700)
    assert [(s.name, s.value, s.parameter) for s in found.stages][2] == ("product", "87", "0.25")
    assert found.stages[-1].bits == "0x57"


def test_every_pipeline_is_a_trace_and_ends_in_the_stored_value() -> None:
    seen = example_scene("l0c_tensor_quant")
    assert seen.plan is not None
    (step,) = {s.convert for s in seen.plan.steps}
    src, dst = seen.panel("src").values, seen.panel("dst").values
    assert step is not None and src is not None and dst is not None
    assert len(seen.pipelines) == 1024
    for p in seen.pipelines[::97]:
        wanted = trace(step, float(src.texts[p.arrow.src]), 0x3F000000)
        assert [s.name for s in p.stages] == [s.name for s in wanted]
        assert p.stages[-1].value == dst.texts[p.arrow.dst]
        assert dst.bits is not None
        assert int(p.stages[-1].bits, 16) == int(dst.bits[p.arrow.dst])


def test_a_plain_move_has_no_pipeline() -> None:
    assert example_scene("nddma_slice").pipelines == ()


def test_a_large_conversion_keeps_the_chosen_element_only() -> None:
    seen = example_scene("enhanced_int32_to_int8")
    assert len(seen.pipelines) == 1
