"""Memory of the model: byte arenas with a state per byte, and the tensors that lie in them."""

from ascmove.tensors.arena import POISON, Arena, Block, ByteState
from ascmove.tensors.memory import GlobalMemory, Memory
from ascmove.tensors.tensor import GlobalTensor, LocalTensor, Tensor

__all__ = ["POISON", "Arena", "Block", "ByteState", "GlobalMemory", "GlobalTensor", "LocalTensor", "Memory", "Tensor"]
