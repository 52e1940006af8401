"""Engines run Plans on buffers. `numpy` is short and obviously right, and the oracle of every test."""

from ascmove.engine.numpy import run

__all__ = ["run"]
