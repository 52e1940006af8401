import pytest

from ascmove.plan import Access, Step


def test_access_addresses() -> None:
    access = Access(5, (1, 10))
    assert access.at((2, 3)) == 37
    assert access.last((4, 8)) == 5 + 3 + 70


@pytest.mark.parametrize(
    "make",
    [
        lambda: Step((2,), Access(0, (1,))),  # neither reads nor fills
        lambda: Step((2,), Access(0, (1,)), Access(0, (1,)), fill=0),
        lambda: Step((2, 3), Access(0, (1,)), fill=0),
        lambda: Step((0,), Access(0, (1,)), fill=0),
    ],
)
def test_broken_steps_are_refused(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError):
        make()


def test_a_step_is_a_value() -> None:
    step = Step((4,), Access(0, (1,)), Access(0, (0,)))
    assert step == Step((4,), Access(0, (1,)), Access(0, (0,)))
    assert hash(step) == hash(Step((4,), Access(0, (1,)), Access(0, (0,))))
    assert step.elements == 4
