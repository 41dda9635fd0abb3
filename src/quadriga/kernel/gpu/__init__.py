"""Many games on a GPU, one game per thread, by the same rules source.

`build` links and compiles the rules with numba-cuda to PTX, with or without a GPU; `launch` loads PTX through the CUDA
driver alone; `arrays` takes memory from CuPy or PyTorch; `batch` puts them together. Only `build` and what it needs
(`kernels`, `device`) import a compiler: the rest works where there is none.
"""
