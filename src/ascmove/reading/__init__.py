"""C++ in: the copy calls of real kernel source, with constants evaluated and everything else named as unknown.

Needs the extra ``cpp`` (tree-sitter).
"""

from ascmove.reading.interpret import KernelCall
from ascmove.reading.kernel import SUFFIXES, Kernel, read_kernel, read_text

__all__ = ["SUFFIXES", "Kernel", "KernelCall", "read_kernel", "read_text"]
