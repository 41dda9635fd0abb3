"""The CUDA driver: loading PTX and launching kernels, by ctypes and nothing else."""

from __future__ import annotations

import ctypes
import sys
from ctypes import byref, c_int, c_uint, c_void_p
from functools import cache
from pathlib import Path
from typing import Any

from quadriga.errors import QuadrigaError

MAX_DYNAMIC_SHARED_SIZE = 8
"""The attribute of a kernel that lets a block have more than 48 KiB of shared memory."""
HINTS = {
    "CUDA_ERROR_NO_DEVICE": "no GPU is visible to this process",
    "CUDA_ERROR_INVALID_DEVICE": "there is no GPU of that number",
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION": "the driver is older than the CUDA release that the kernels were built with: "
    "update it, or build with nvidia-nvvm of its release",
    "CUDA_ERROR_NO_BINARY_FOR_GPU": "the kernels were built for a newer GPU: quadriga gpu build --cc",
    "CUDA_ERROR_INVALID_PTX": "the kernels were built for a newer GPU: quadriga gpu build --cc",
}  # fmt: skip


@cache
def _library() -> Any:
    try:
        return ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError as error:
        raise QuadrigaError("device 'cuda' needs an NVIDIA GPU with its driver; no CUDA driver was found") from error


def call(name: str, *arguments: Any) -> None:
    """Call a function of the driver, or say what went wrong."""
    status = getattr(_library(), name)(*arguments)
    if status != 0:
        text = ctypes.c_char_p()
        _library().cuGetErrorName(status, byref(text))
        error = (text.value or b"").decode() or f"error {status}"
        hint = f": {HINTS[error]}" if error in HINTS else ""
        raise QuadrigaError(f"device 'cuda': {name} failed with {error}{hint}")


class Device:
    """One GPU, with the context that CuPy and PyTorch use too."""

    def __init__(self, number: int) -> None:
        call("cuInit", 0)
        device = c_int()
        call("cuDeviceGet", byref(device), number)
        self.number = number
        self._context = c_void_p()
        call("cuDevicePrimaryCtxRetain", byref(self._context), device)

    def __enter__(self) -> Device:
        call("cuCtxPushCurrent_v2", self._context)
        return self

    def __exit__(self, *_: object) -> None:
        call("cuCtxPopCurrent_v2", byref(c_void_p()))

    def load(self, ptx: Path, entry: str, shared: int) -> Kernel:
        """Load a kernel; the driver turns PTX into machine code and keeps it."""
        module, function = c_void_p(), c_void_p()
        with self:
            call("cuModuleLoadData", byref(module), ptx.read_bytes() + b"\0")
            call("cuModuleGetFunction", byref(function), module, entry.encode())
            call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED_SIZE, shared)
        return Kernel(self, function, shared)


class Kernel:
    """One loaded kernel."""

    def __init__(self, device: Device, function: c_void_p, shared: int) -> None:
        self._device, self._function, self._shared = device, function, shared

    def launch(self, blocks: int, threads: int, stream: int, arguments: list[Any]) -> None:
        """Start the kernel on a stream; arguments are of ctypes."""
        places = (c_void_p * len(arguments))(*(ctypes.cast(byref(one), c_void_p) for one in arguments))
        with self._device:
            call(
                "cuLaunchKernel", self._function, c_uint(blocks), c_uint(1), c_uint(1), c_uint(threads), c_uint(1),
                c_uint(1), c_uint(self._shared), c_void_p(stream), places, None,
            )  # fmt: skip
