"""Types of the C++ extension."""

from collections.abc import Sequence

class Plan:
    """A compiled Plan: Steps are added in order; offsets and strides in elements, innermost loop first."""

    def __init__(self, dst_width: int, src_width: int, word_width: int) -> None: ...
    def add_fill(
        self, shape: Sequence[int], dst: int, dst_strides: Sequence[int], role: int, ordered: bool, pattern: int
    ) -> None: ...
    def add_copy(
        self,
        shape: Sequence[int],
        dst: int,
        dst_strides: Sequence[int],
        role: int,
        ordered: bool,
        src: int,
        src_strides: Sequence[int],
    ) -> None: ...
    def add_convert(
        self,
        shape: Sequence[int],
        dst: int,
        dst_strides: Sequence[int],
        role: int,
        ordered: bool,
        src: int,
        src_strides: Sequence[int],
        word: int,
        word_strides: Sequence[int],
        numbers: Sequence[int],
    ) -> None: ...
    def require_words(self, bytes: int) -> None: ...
    def run(self, dst: object, src: object, quant: object, state: object) -> None: ...

def level() -> str: ...
def levels() -> list[str]: ...
def use_level(name: str) -> bool: ...
def set_limits(stream_from: int, large_from: int, thread_from: int, threads: int) -> None: ...
def copy_by_library(dst: object, src: object, times: int = 1) -> None: ...
def copy_by_streaming(dst: object, src: object, times: int = 1) -> None: ...
