"""Compare two results bit by bit: what kind of difference, where in the layout, and within which published threshold.

>>> import numpy as np, ascmove as am
>>> found = am.compare(np.float32([1.0, 2.0, -0.0]), np.float32([1.0, np.nextafter(np.float32(2), 3), 0.0]))
>>> {kind.label: n for kind, n in found.counts.items()}
{'equal': 1, 'sign of zero': 1, 'off by one unit in the last place': 1}
"""

from ascmove.compare.classes import BitClass
from ascmove.compare.comparison import Comparison, Mismatch, compare
from ascmove.compare.thresholds import THRESHOLDS, Threshold, Verdict

__all__ = ["THRESHOLDS", "BitClass", "Comparison", "Mismatch", "Threshold", "Verdict", "compare"]
