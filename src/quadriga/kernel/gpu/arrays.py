"""Memory of a GPU as arrays of CuPy or PyTorch: others take them by DLPack, without a copy."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from quadriga.errors import QuadrigaError

LIBRARIES = ("cupy", "torch")


class Arrays(Protocol):
    """A maker of arrays on one GPU."""

    def zeros(self, shape: Sequence[int], dtype: str) -> Any:
        """Make an array of zeros."""

    def take(self, values: Any, dtype: str) -> Any:
        """Take an array of ints of any library, or a list, onto the GPU, contiguous and of this type."""

    def host(self, array: Any) -> npt.NDArray[Any]:
        """Copy an array to numpy."""

    def address(self, array: Any) -> int:
        """Tell where an array lies."""

    def stream(self) -> int:
        """Name the current stream."""


class CupyArrays:
    """A maker of CuPy's arrays."""

    def __init__(self, number: int) -> None:
        self._cupy = import_module("cupy")
        self._device = self._cupy.cuda.Device(number)

    def zeros(self, shape: Sequence[int], dtype: str) -> Any:
        """Make an array of zeros."""
        with self._device:
            return self._cupy.zeros(tuple(shape), dtype)

    def take(self, values: Any, dtype: str) -> Any:
        """Take an array of any library, or a list."""
        with self._device:
            if on_gpu(values) and not isinstance(values, self._cupy.ndarray):
                values = self._cupy.from_dlpack(values)
            return self._cupy.ascontiguousarray(self._cupy.asarray(values).astype(dtype, copy=False))

    def host(self, array: Any) -> npt.NDArray[Any]:
        """Copy an array to numpy."""
        copied: npt.NDArray[Any] = self._cupy.asnumpy(array)
        return copied

    def address(self, array: Any) -> int:
        """Tell where an array lies."""
        return int(array.data.ptr)

    def stream(self) -> int:
        """Name the current stream."""
        with self._device:
            return int(self._cupy.cuda.get_current_stream().ptr)


class TorchArrays:
    """A maker of PyTorch's tensors."""

    def __init__(self, number: int) -> None:
        self._torch = import_module("torch")
        self._device = self._torch.device("cuda", number)

    def zeros(self, shape: Sequence[int], dtype: str) -> Any:
        """Make a tensor of zeros."""
        return self._torch.zeros(tuple(shape), dtype=getattr(self._torch, dtype), device=self._device)

    def take(self, values: Any, dtype: str) -> Any:
        """Take an array of any library, or a list."""
        if not isinstance(values, self._torch.Tensor):
            values = self._torch.from_dlpack(values) if on_gpu(values) else self._torch.as_tensor(np.asarray(values))
        return values.to(device=self._device, dtype=getattr(self._torch, dtype)).contiguous()

    def host(self, array: Any) -> npt.NDArray[Any]:
        """Copy a tensor to numpy."""
        copied: npt.NDArray[Any] = array.cpu().numpy()
        return copied

    def address(self, array: Any) -> int:
        """Tell where a tensor lies."""
        return int(array.data_ptr())

    def stream(self) -> int:
        """Name the current stream."""
        return int(self._torch.cuda.current_stream(self._device).cuda_stream)


def on_gpu(values: Any) -> bool:
    """Tell whether an array of any library lies on a GPU."""
    return hasattr(values, "__dlpack_device__") and values.__dlpack_device__()[0] not in (1, 3)


def arrays_on(number: int, library: str | None) -> Arrays:
    """Choose the library: the one asked for, else one that the program uses already, else one that is installed."""
    if library is not None and library not in LIBRARIES:
        raise QuadrigaError(f"arrays={library!r} is not known; choose one of {', '.join(map(repr, LIBRARIES))}")
    wanted = (library,) if library else sorted(LIBRARIES, key=lambda name: name not in sys.modules)
    for name in wanted:
        try:
            return CupyArrays(number) if name == "cupy" else TorchArrays(number)
        except ImportError:
            continue
    raise QuadrigaError(f"device 'cuda' needs {' or '.join(wanted)} for its arrays; pip install one of them")
