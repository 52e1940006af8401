"""Hierarchical layouts of the Ascend Tensor API and its frame patterns.

A layout maps coordinates to element offsets: ``shape : stride``, both nested tuples. The algebra is that of
``tensor_layouts``; what the Tensor API does otherwise (depth, capacity, default strides, squeeze, slices) is
this room's own.
"""

from ascmove.layouts.checks import axis_names, frame_problems, layout_problems, slice_problems
from ascmove.layouts.layout import Layout
from ascmove.layouts.make import (
    make_coord,
    make_frame_layout,
    make_layout,
    make_pattern_layout,
    make_shape,
    make_stride,
)
from ascmove.layouts.nested import Nested, NestedTuple, Static, is_static, static
from ascmove.layouts.packing import offsets, pack, unpack
from ascmove.layouts.patterns import (
    DNExtLayoutPtn,
    DNLayoutPtn,
    NC1HWC0LayoutPtn,
    NCHWLayoutPtn,
    NDExtLayoutPtn,
    NDLayoutPtn,
    NHWCLayoutPtn,
    NNLayoutPtn,
    NZLayoutPtn,
    Pattern,
    ScaleADNLayoutPtn,
    ScaleANDLayoutPtn,
    ScaleBDNLayoutPtn,
    ScaleBNDLayoutPtn,
    ZNLayoutPtn,
    ZZLayoutPtn,
    c0_of,
    pattern,
)
from ascmove.layouts.problem import LayoutProblem, ProblemKind
from ascmove.layouts.queries import capacity, coshape, cosize, rank, size

__all__ = [
    "DNExtLayoutPtn",
    "DNLayoutPtn",
    "Layout",
    "LayoutProblem",
    "NC1HWC0LayoutPtn",
    "NCHWLayoutPtn",
    "NDExtLayoutPtn",
    "NDLayoutPtn",
    "NHWCLayoutPtn",
    "NNLayoutPtn",
    "NZLayoutPtn",
    "Nested",
    "NestedTuple",
    "Pattern",
    "ProblemKind",
    "ScaleADNLayoutPtn",
    "ScaleANDLayoutPtn",
    "ScaleBDNLayoutPtn",
    "ScaleBNDLayoutPtn",
    "Static",
    "ZNLayoutPtn",
    "ZZLayoutPtn",
    "axis_names",
    "c0_of",
    "capacity",
    "coshape",
    "cosize",
    "frame_problems",
    "is_static",
    "layout_problems",
    "make_coord",
    "make_frame_layout",
    "make_layout",
    "make_pattern_layout",
    "make_shape",
    "make_stride",
    "offsets",
    "pack",
    "pattern",
    "rank",
    "size",
    "slice_problems",
    "static",
    "unpack",
]
