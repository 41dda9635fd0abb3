"""Raise the odds that a network foretells: `python -m benchmarks.raise_odds FILE POWER --out FILE`.

A network learns who wins among players that draw their moves; those that search hold a lead more surely, so chances may
be too timid for them. `python -m benchmarks.calibration` says which power would put that right (`slope`). The ratings
of the seats are multiplied by it; those of the moves stay as they are.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from quadriga.players.networks import read
from quadriga.training.export import write


def main() -> None:
    """Write the network with raised odds."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("file", type=Path)
    reader.add_argument("power", type=float)
    reader.add_argument("--out", type=Path, required=True)
    given = reader.parse_args()
    about, arrays = read(given.file)
    for part in ("winner", "winner_bias"):
        raised = np.rint(arrays[part] * given.power)
        if np.abs(raised).max() > np.iinfo(arrays[part].dtype).max:
            reader.error(f"the weights of {given.file} are too large for that")
        arrays[part] = raised.astype(arrays[part].dtype)
    write(given.out, arrays, {**about, "odds_raised": given.power * about.get("odds_raised", 1.0)})


if __name__ == "__main__":
    main()
