"""Cases: calls written down as files, the same model on the command line, in sweeps and on web pages.

>>> from ascmove.cases import Case
>>> sorted(Case.families)
['data_copy', 'enhanced', 'l0c2gm', 'nddma', 'slice']
"""

from ascmove.cases.case import Case
from ascmove.cases.data_copy import BasicCase
from ascmove.cases.differences import Difference, Differences
from ascmove.cases.enhanced import EnhancedCase
from ascmove.cases.l0c2gm import L0cCase
from ascmove.cases.nddma import NdDmaCase
from ascmove.cases.run import CaseRun
from ascmove.cases.slice import SliceCase

__all__ = [
    "BasicCase",
    "Case",
    "CaseRun",
    "Difference",
    "Differences",
    "EnhancedCase",
    "L0cCase",
    "NdDmaCase",
    "SliceCase",
]
