"""The pattern tags of the Tensor API and the width C0 of their fractals."""

from __future__ import annotations

from enum import Enum

import numpy as np

from ascmove.errors import BadArgument, nearest_name
from ascmove.formats.dtype import dtype
from ascmove.layouts.nested import integer

#: rows of a fractal, whatever the type
FRACTAL_ROWS = 16
#: bytes of one row of a fractal: C0 elements
C0_BYTES = 32


class Pattern(Enum):
    """A way to lay a matrix or a feature map into memory. Copies choose what they do by this tag."""

    NZ = "NZ"
    ND = "ND"
    DN = "DN"
    NDExt = "NDExt"
    DNExt = "DNExt"
    ZN = "ZN"
    ZZ = "ZZ"
    NN = "NN"
    ScaleAND = "ScaleAND"
    ScaleADN = "ScaleADN"
    ScaleBND = "ScaleBND"
    ScaleBDN = "ScaleBDN"
    NCHW = "NCHW"
    NHWC = "NHWC"
    NC1HWC0 = "NC1HWC0"

    @property
    def axes(self) -> tuple[str, ...]:
        """Names of the extents a frame layout of this pattern is made from, without the batch."""
        return _CONVOLUTION.get(self, ("m", "n"))

    @property
    def is_convolution(self) -> bool:
        """True for NCHW, NHWC and NC1HWC0, which have no batch form."""
        return self in _CONVOLUTION

    @property
    def is_fractal(self) -> bool:
        """True where both axes are cut into fractals, so that extents are rounded up."""
        return self in (Pattern.NZ, Pattern.ZN, Pattern.ZZ, Pattern.NN)

    @property
    def default_c0(self) -> int:
        """C0 when a call does not say one: 16 (as of a 16-bit type), 2 for pairs of scales, else 1 (never used)."""
        if self in (Pattern.NZ, Pattern.ZZ, Pattern.ZN):
            return 16
        return 2 if self in _PAIRS or self is Pattern.ScaleBDN else 1

    def __repr__(self) -> str:
        return f"{self.name}LayoutPtn"


_CONVOLUTION = {
    Pattern.NCHW: ("n", "c", "h", "w"),
    Pattern.NHWC: ("n", "h", "w", "c"),
    Pattern.NC1HWC0: ("n", "c1", "h", "w", "c0"),
}
#: patterns whose C0 can only be 2
_PAIRS = (Pattern.NN, Pattern.ScaleAND, Pattern.ScaleADN, Pattern.ScaleBND)

NZLayoutPtn = Pattern.NZ
NDLayoutPtn = Pattern.ND
DNLayoutPtn = Pattern.DN
NDExtLayoutPtn = Pattern.NDExt
DNExtLayoutPtn = Pattern.DNExt
ZNLayoutPtn = Pattern.ZN
ZZLayoutPtn = Pattern.ZZ
NNLayoutPtn = Pattern.NN
ScaleANDLayoutPtn = Pattern.ScaleAND
ScaleADNLayoutPtn = Pattern.ScaleADN
ScaleBNDLayoutPtn = Pattern.ScaleBND
ScaleBDNLayoutPtn = Pattern.ScaleBDN
NCHWLayoutPtn = Pattern.NCHW
NHWCLayoutPtn = Pattern.NHWC
NC1HWC0LayoutPtn = Pattern.NC1HWC0


def pattern(spec: object) -> Pattern:
    """The pattern meant by ``spec``: a tag, or its name with or without ``LayoutPtn``.

    >>> pattern("NZ"), pattern("NDExtLayoutPtn")
    (NZLayoutPtn, NDExtLayoutPtn)
    """
    if isinstance(spec, Pattern):
        return spec
    if not isinstance(spec, str):
        raise BadArgument(f"{spec!r} is not a layout pattern; patterns are {', '.join(p.name for p in Pattern)}")
    try:
        return Pattern(spec.removesuffix("LayoutPtn"))
    except ValueError:
        raise BadArgument(f"unknown layout pattern {spec!r}{nearest_name(spec, (p.name for p in Pattern))}") from None


def c0_of(tag: Pattern, spec: object = None) -> int:
    """C0 of a frame layout: ``spec`` is an integer, an element type (32 bytes of it), or None for the default.

    The type here selects C0 and nothing else. Raises BadArgument where the pattern does not take that C0.

    >>> c0_of(NZLayoutPtn), c0_of(NZLayoutPtn, "int8_t"), c0_of(NZLayoutPtn, "float"), c0_of(NZLayoutPtn, 16)
    (16, 32, 8, 16)
    """
    if spec is None:
        return tag.default_c0
    if isinstance(spec, (bool, int, float, np.number)):
        c0 = int(integer(spec, "C0", least=1))
    else:
        c0 = C0_BYTES // dtype(spec).width
    if tag in _PAIRS and c0 != 2:
        raise BadArgument(f"C0 of layout pattern {tag.name} is {c0}, it can only be 2; leave c0 out")
    return c0
