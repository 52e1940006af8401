"""Mistakes in the layouts of a copy out of L0C: rows for columns, the wrong extents, a start some rows off."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import Call, L0cCall
from ascmove.calls.l0c_geometry import ROW, Geometry
from ascmove.doctor.frames import extents
from ascmove.doctor.kinds import Kind, Mistake


def layout_mistakes(call: Call) -> Iterator[Mistake]:
    """Mistakes that change several numbers of the instruction at once; none for other families."""
    if not isinstance(call, L0cCall) or call.geometry is None:
        return
    geometry = call.geometry
    if geometry.walk != "NZ":
        yield from _turned(call, geometry)
    yield from _starts(call, geometry)
    yield from _allocated(call, geometry)


def _turned(call: L0cCall, geometry: Geometry) -> Iterator[Mistake]:
    """Rows and columns of the destination in each other's place: strides, extents, or both."""
    rows, columns = call.dst_operand.totals if not _is_image(call) else (geometry.m_size, geometry.n_size)
    src_rows, src_columns = call.src_operand.totals
    walk = ("nz2dn", int(geometry.walk == "ND"))
    turned = (("m_size", min(columns, src_rows)), ("n_size", min(rows, src_columns)))
    why = "rows and columns of dst swapped"
    for pitch in dict.fromkeys((geometry.dst_stride, rows, columns)):
        stride = () if pitch == geometry.dst_stride else (("dst_stride", pitch),)
        if stride:
            yield Mistake(Kind.SWAPPED, stride, f"{why}: the extent of the other axis as stride")
        yield Mistake(Kind.SWAPPED, (walk, *stride), f"{why}: strides")
        if rows != columns:
            yield Mistake(Kind.SWAPPED, (*turned, *stride), f"{why}: shape")
            yield Mistake(Kind.SWAPPED, (walk, *turned, *stride), f"{why}: shape and strides", 1)


def _is_image(call: L0cCall) -> bool:
    pattern = call.dst_operand.seen.pattern
    return pattern is not None and pattern.is_convolution


def _starts(call: L0cCall, geometry: Geometry) -> Iterator[Mistake]:
    """A slice that begins one row, column or fractal off."""
    pitch = geometry.dst_stride
    row, column = {"ND": (pitch, 1), "DN": (1, pitch), "NZ": (ROW, pitch)}[geometry.walk]
    block = geometry.src_stride * ROW
    moves = {
        "src": (("row", ROW), ("column", 1), ("fractal", ROW * ROW), ("fractal column", block)),
        "dst": (("row", row), ("column", column)),
    }
    for side, start in (("src", call.src_operand.offset), ("dst", call.dst_operand.offset)):
        for name, step in moves[side]:
            for by, where in ((step, "later"), (-step, "earlier")):
                yield Mistake(Kind.ONE_OFF, ((f"{side}.start", start + by),), f"one {name} {where}")
        if start:
            yield Mistake(Kind.FORGOTTEN, ((f"{side}.start", 0),), "left at 0")


def _allocated(call: L0cCall, geometry: Geometry) -> Iterator[Mistake]:
    """Extents of one side where the other's belong, or one fractal fewer or more."""
    rows, _ = call.src_operand.totals
    yield Mistake(Kind.VALID, (("src_stride", rows),), "the valid rows instead of the allocated ones")
    frame = {extent.name: extent.value for extent in extents(call)}
    if "src.m" in frame:
        turned = (("src.m", frame["src.n"]), ("src.n", frame["src.m"]))
        yield Mistake(Kind.SWAPPED, turned, "rows and columns of src swapped", 1)
    sizes = {"m": geometry.m_size, "n": geometry.n_size}
    for extent in extents(call):
        _, _, axis = extent.name.partition(".")
        if axis not in sizes:
            continue
        yield Mistake(Kind.VALID, ((extent.name, sizes[axis]),), "the valid extent instead of the allocated one")
        element = (call.src if extent.side == "src" else call.dst).dtype.width
        yield Mistake(Kind.UNIT, ((extent.name, extent.value * element),), "counted in bytes", 1)
        if axis == "n" and extent.value > 1:
            yield Mistake(Kind.HALVED, ((extent.name, extent.value // 2),), "half as wide")
            yield Mistake(Kind.HALVED, ((extent.name, extent.value * 2),), "twice as wide")
        width = ROW if axis == "m" else call.dst_operand.matrix.c0 or ROW
        for by, why in ((-width, "fewer"), (width, "more")):
            for kind in (Kind.ONE_OFF, Kind.VALID):
                yield Mistake(kind, ((extent.name, extent.value + by),), f"one fractal {why}", 1)
