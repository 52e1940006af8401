"""Plans: what a copy call does, as data.

Every call is lowered to one; engines, checks and pictures know nothing else.
"""

from ascmove.plan.coalesce import coalesced, normal_form
from ascmove.plan.extent import Extent, first_beyond, step_extent
from ascmove.plan.plan import Plan
from ascmove.plan.step import Access, Role, Step
from ascmove.plan.touched import touched

__all__ = [
    "Access",
    "Extent",
    "Plan",
    "Role",
    "Step",
    "coalesced",
    "first_beyond",
    "normal_form",
    "step_extent",
    "touched",
]
