"""Measurements. Timings live here, not in tests; every figure is a ratio to a peer measured in the same run."""
