"""From a call to moved bytes: one module per API lowers calls to Plans, `transfer` checks and runs them."""

from ascmove.moves.data_copy import data_copy, diagnose, nd_dma_dci, plan
from ascmove.moves.transfer import Transfer, diagnose_call, perform, plan_call

__all__ = ["Transfer", "data_copy", "diagnose", "diagnose_call", "nd_dma_dci", "perform", "plan", "plan_call"]
