"""What the strides of a layout say about its pattern.

``infer`` names the pattern of a layout made without one. ``contradictions`` says where the strides of a layout differ
from what its pattern promises; copies go by the pattern and would not notice. In C++ only compile-time values take part
in the inference; here every integer is known and takes part.
"""

from __future__ import annotations

from ascmove.layouts.nested import Nested, NestedTuple, leaves, product, same_nesting
from ascmove.layouts.patterns import FRACTAL_ROWS, Pattern

_NESTED = ((0, 0), (0, 0))


def matrix_part(shape: NestedTuple, stride: NestedTuple) -> tuple[NestedTuple, NestedTuple]:
    """Shape and stride without the batch of a ``(batch, (…))`` layout; unchanged where there is no batch."""
    if is_batched(shape) and isinstance(shape[1], tuple) and isinstance(stride[-1], tuple):
        return shape[1], stride[-1]
    return shape, stride


def is_batched(shape: Nested) -> bool:
    """True for ``(batch, (m, n))`` and ``(batch, ((r0, r1), (c0, c1)))``."""
    if not isinstance(shape, tuple) or len(shape) != 2 or not isinstance(shape[0], int):
        return False
    return isinstance(shape[1], tuple) and len(shape[1]) == 2


def totals(shape: NestedTuple, stride: NestedTuple) -> tuple[int, int] | None:
    """Rows and columns of one matrix of a plain or nested shape; None for a shape that is no matrix."""
    matrix = matrix_part(shape, stride)[0]
    flat = same_nesting(matrix, (0, 0))
    if len(matrix) != 2 or not (flat or all(isinstance(mode, tuple) for mode in matrix)):
        return None
    return product(matrix[0]), product(matrix[1])


def infer(shape: NestedTuple, stride: NestedTuple) -> tuple[Pattern, int] | None:
    """(pattern, C0) that the strides show, first match in the order of the Tensor API; None when they show none.

    >>> infer((32, 64), (64, 1)), infer((32, 64), (1, 32)), infer((32, 64), (128, 2))
    ((NDLayoutPtn, 1), (DNLayoutPtn, 1), None)
    """
    shape, stride = matrix_part(shape, stride)
    if same_nesting(shape, (0, 0)) and same_nesting(stride, (0, 0)):
        rows, columns = stride
        if columns == 1:
            return Pattern.ND, 1
        return (Pattern.DN, 1) if rows == 1 else None
    if same_nesting(shape, _NESTED) and same_nesting(stride, _NESTED):
        return _infer_nested(leaves(shape), leaves(stride))
    return None


def _infer_nested(shape: tuple[int, ...], stride: tuple[int, ...]) -> tuple[Pattern, int] | None:
    rows, _, columns, _ = shape
    r0, r1, c0, c1 = stride
    inner = (rows, columns)
    if inner == (1, 1) and r0 == c0 == 0:
        if c1 == 1:
            return Pattern.NDExt, 1
        if r1 == 1:
            return Pattern.DNExt, 1
    if inner == (2, 16) and (r0, r1, c0) == (1, 32, 2):
        return Pattern.NN, 2
    if rows == FRACTAL_ROWS and (r0, c0) == (columns, 1):
        if r1 == FRACTAL_ROWS * columns:
            return Pattern.NZ, columns
        if c1 == FRACTAL_ROWS * columns:
            return Pattern.ZZ, columns
    if columns == FRACTAL_ROWS and (r0, c0, c1) == (1, rows, FRACTAL_ROWS * rows):
        return Pattern.ZN, rows
    if inner == (1, 2) and (r0, r1, c0) == (0, 2, 1):
        return Pattern.ScaleADN, 2
    if inner == (2, 1) and (r0, c0, c1) == (1, 0, 2):
        return Pattern.ScaleBND, 2
    return None


def c0_shown(tag: Pattern, shape: NestedTuple) -> int:
    """C0 that the shape of a layout tagged ``tag`` shows: the inner extent of the axis cut by C0, else the default."""
    inner = shape[1] if is_batched(shape) else shape
    if same_nesting(inner, _NESTED):
        rows, _, columns, _ = leaves(inner)
        if tag in (Pattern.NZ, Pattern.ZZ):
            return columns
        if tag is Pattern.ZN:
            return rows
    return tag.default_c0


def contradictions(tag: Pattern, shape: NestedTuple, stride: NestedTuple, c0: int) -> list[tuple[int, int, int]] | None:
    """Strides that differ from what ``tag`` promises, as (number of the integer in the matrix shape, found, promised).

    Integers count from the left. An extent of 1 has no say. None when the nesting is not the pattern's.
    """
    shape, stride = matrix_part(shape, stride)
    if not (same_nesting(shape, _nesting(tag)) and same_nesting(stride, _nesting(tag))):
        return None
    extents, steps = leaves(shape), leaves(stride)
    promised = _promised(tag, extents, steps, c0)
    return [(at, steps[at], step) for at, step in promised.items() if extents[at] > 1 and steps[at] != step]


def _nesting(tag: Pattern) -> NestedTuple:
    if tag.is_convolution:
        return (0,) * len(tag.axes)
    return (0, 0) if tag in (Pattern.ND, Pattern.DN) else _NESTED


def _promised(tag: Pattern, extents: tuple[int, ...], steps: tuple[int, ...], c0: int) -> dict[int, int]:
    if tag is Pattern.NCHW:
        return {2: extents[3], 3: 1}
    if tag is Pattern.NHWC:
        return {1: extents[2] * steps[2], 3: 1}
    if tag is Pattern.NC1HWC0:
        return {2: extents[3] * extents[4], 3: extents[4], 4: 1}
    return {
        Pattern.NZ: {0: c0, 1: FRACTAL_ROWS * c0, 2: 1},
        Pattern.ZZ: {0: c0, 2: 1, 3: FRACTAL_ROWS * c0},
        Pattern.ZN: {0: 1, 2: c0, 3: FRACTAL_ROWS * c0},
        Pattern.NN: {0: 1, 1: 32, 2: 2},
        Pattern.ND: {1: 1},
        Pattern.DN: {0: 1},
        Pattern.NDExt: {3: 1},
        Pattern.DNExt: {1: 1},
        Pattern.ScaleAND: {3: 1},
        Pattern.ScaleBDN: {1: 1},
        Pattern.ScaleADN: {1: 2, 2: 1},
        Pattern.ScaleBND: {0: 1, 3: 2},
    }[tag]
