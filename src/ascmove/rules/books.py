"""The rule books, one per code family. Rules are recorded in them by the modules of the family's folder."""

from __future__ import annotations

from ascmove.rules.rule import RuleBook

EVERY_CALL = ("enhanced", "nddma", "slice", "l0c2gm", "data_copy")

TEN = RuleBook("TEN", "Tensors, positions, alignment, capacity, bounds", EVERY_CALL)
ENH = RuleBook("ENH", "Enhanced data transfer and the plain copy it turns into", ("enhanced", "data_copy"))
NDD = RuleBook("NDD", "NDDMA", ("nddma",))
SLI = RuleBook("SLI", "Slice copy", ("slice",))
L0C = RuleBook("L0C", "Tensor API: Copy L0C to GM", ("l0c2gm",))
LAY = RuleBook("LAY", "Layouts of the Tensor API", ("l0c2gm",))

BOOKS: tuple[RuleBook, ...] = (TEN, ENH, NDD, SLI, L0C, LAY)
