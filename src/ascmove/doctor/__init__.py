"""The doctor: from a wrong result to the parameter mistake that explains it.

Known mistakes (units, gaps and pitches, swapped strides, ends, quantisation words, ...) are applied to the call; those
whose Plan reproduces the bytes that were found are the explanations.
"""

from ascmove.doctor.kinds import Kind
from ascmove.doctor.report import Diagnosis, Explanation
from ascmove.doctor.search import examine

__all__ = ["Diagnosis", "Explanation", "Kind", "examine"]
