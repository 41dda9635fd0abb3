"""The weights of a network as whole numbers, for players without PyTorch (kernel/network.py)."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from quadriga.kernel.network import MOST, UNIT, WEIGHT

from .encoding import NO_ROW, Encoding
from .model import Model

LIMIT = 2**31
"""Sums stay below it."""
A_DAY = (1980, 1, 1, 0, 0, 0)
"""Files of a weights file have no date: the same weights are the same bytes."""


def whole(weights: Any, unit: int, kind: type = np.int16) -> npt.NDArray[Any]:
    """Round weights to whole numbers of `1 / unit`."""
    limits = np.iinfo(kind)
    rounded = np.rint(weights.detach().double().cpu().numpy() * unit)
    found: npt.NDArray[Any] = np.clip(rounded, limits.min, limits.max).astype(kind)
    return found


def weights(model: Model, encoding: Encoding) -> dict[str, npt.NDArray[Any]]:
    """Gather the weights of a network."""
    with torch.no_grad():
        learnt = (model.rows.weight != 0).any(0)  # nothing is known of the others
        by_row = (model.weights() * learnt).T
    rows = by_row[model.row] * (model.row != NO_ROW)[:, None]
    return {
        "offsets": encoding.offsets.astype(np.int32),
        "rows": whole(rows, UNIT),
        "bias": whole(model.rows.bias, UNIT, np.int32),
        "options": whole(model.options.weight.T, UNIT),
        "middle": whole(model.middle.weight, WEIGHT),
        "middle_bias": whole(model.middle.bias, UNIT * WEIGHT, np.int32),
        "policy": whole(model.policy.weight, WEIGHT),
        "policy_bias": whole(model.policy.bias, UNIT * WEIGHT, np.int32),
        "winner": whole(model.winner.weight, WEIGHT),
        "winner_bias": whole(model.winner.bias, UNIT * WEIGHT, np.int32),
    }


def export(path: Path, model: Model, encoding: Encoding, about: dict[str, Any]) -> None:
    """Write the weights of a network to a file, with what they are about."""
    write(path, weights(model, encoding), {**about, "choices": encoding.choices})


def write(path: Path, arrays: dict[str, npt.NDArray[Any]], about: dict[str, Any]) -> None:
    """Write weights to a file, with what they are about; sums of them that might not fit into 32 bits are refused."""
    for name in ("middle", "policy", "winner"):
        most = np.abs(arrays[name].astype(np.int64)).sum(1) * MOST + np.abs(arrays[f"{name}_bias"].astype(np.int64))
        assert most.max() < LIMIT, f"sums of {name} may overflow"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        file.writestr(zipfile.ZipInfo("about.json", A_DAY), json.dumps(about, indent=1), zipfile.ZIP_DEFLATED)
        for name, array in arrays.items():
            written = io.BytesIO()
            np.lib.format.write_array(written, np.ascontiguousarray(array), allow_pickle=False)
            file.writestr(zipfile.ZipInfo(f"{name}.npy", A_DAY), written.getvalue(), zipfile.ZIP_DEFLATED)
