"""What all tests share."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("hypothesis") is not None:  # an installed wheel is tried with pytest alone
    from hypothesis import settings

    # how long one example takes says something about the machine, not about the code
    settings.register_profile("ascmove", deadline=None)
    settings.load_profile("ascmove")
