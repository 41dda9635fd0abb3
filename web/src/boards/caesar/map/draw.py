"""Draw the map of Caesar! once, by our own hand: places, land and territories, written to map.json.

    python web/src/boards/caesar/map/draw.py        (needs numpy, scipy and contourpy)

North is up, 1280 by 960; a narrow page turns the map by a quarter, so that west is up. The rules' material says roughly
where a province or a border space lies; they are pushed apart here until a finger can tell them apart. Land is drawn as
thick lines with an uneven edge, and the sea is taken out of it where ships sail.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import contourpy
import numpy as np
from scipy.ndimage import gaussian_filter

from quadriga.games.caesar.drawing import drawing

WIDTH, HEIGHT, STEP, EDGE = 1280, 960, 4, 72
PRINTED_WIDTH, PRINTED_HEIGHT = 993, 1318
BOARD = drawing()
PROVINCES, BORDERS = list(BOARD["provinces"]), list(BOARD["borders"])
BETWEEN = {name: facts["between"] for name, facts in BOARD["borders"].items()}
YS, XS = np.mgrid[-40 : HEIGHT + 41 : STEP, -40 : WIDTH + 41 : STEP]
DICE = np.random.default_rng(44)
Point = tuple[float, float]


def relax() -> dict[str, Point]:
    """Push the places apart until each has room, and keep every border space between its provinces."""
    names = PROVINCES + BORDERS
    hint = np.array([BOARD["provinces"].get(n, BOARD["borders"].get(n))["xy"] for n in names], float)
    at = np.stack([hint[:, 1] / PRINTED_HEIGHT * WIDTH, HEIGHT - hint[:, 0] / PRINTED_WIDTH * HEIGHT], 1)
    start = at.copy()
    k = len(PROVINCES)
    ends = np.array([[PROVINCES.index(a), PROVINCES.index(b)] for a, b in BETWEEN.values()])
    room = np.full((len(names), len(names)), 122.0)
    room[:k, :] = room[:, :k] = 133
    room[:k, :k] = 205
    np.fill_diagonal(room, 0)
    for turn in range(4000):
        pull = (start - at) * 0.008
        pull[k:] += ((at[ends[:, 0]] + at[ends[:, 1]]) / 2 - at[k:]) * 0.06
        apart = at[:, None] - at[None]
        far = np.hypot(apart[..., 0], apart[..., 1]) + 1e-9
        pull += (apart * (np.clip(room - far, 0, None) / far)[..., None]).sum(1) * 0.22
        at += pull * (0.9 if turn < 3000 else 0.4)
        at[:, 0] = at[:, 0].clip(EDGE, WIDTH - EDGE)
        at[:, 1] = at[:, 1].clip(EDGE, HEIGHT - EDGE)
        at[:k, 0] = at[:k, 0].clip(EDGE + 32, WIDTH - EDGE - 24)
        at[:k, 1] = at[:k, 1].clip(EDGE + 18, HEIGHT - EDGE - 22)
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, at, strict=True)}


AT = relax()


def near(name: str, dx: float, dy: float) -> Point:
    """Name a point beside a place."""
    return AT[name][0] + dx, AT[name][1] + dy


def lines() -> list[tuple[list[Point], float]]:
    """List the land: lines, and how far it reaches to both sides of them."""
    p = AT
    return [
        # Hispania, a broad block towards the ocean
        ([near("Hispania Ulterior", -8, 10), near("Hispania Citerior", -4, 0)], 92),
        ([p["Hispania Citerior"], p["Hispania Citerior-Gallia"], p["Gallia"]], 62),
        ([near("Hispania Ulterior", -10, 50), near("Hispania Ulterior", 40, 60)], 62),
        # Gallia, and what lies north of it
        ([near("Gallia", -40, -20), near("Gallia", 30, -10)], 92),
        ([near("Gallia", -60, -120), near("Gallia", 120, -190), near("Gallia Cisalpina", 0, -130),
          near("Dalmatia", 60, -140), (1280, -60)], 96),
        ([p["Gallia"], p["Gallia-Gallia Cisalpina"], p["Gallia Cisalpina"]], 72),
        ([p["Gallia Cisalpina"], p["Gallia Cisalpina-Dalmatia"], p["Dalmatia"]], 66),
        ([near("Dalmatia", -20, -30), near("Dalmatia", 60, 0)], 78),
        ([near("Dalmatia", 50, 0), (1030, 60), (1070, 150)], 74),
        ([p["Dalmatia"], p["Macedonia-Dalmatia"], p["Macedonia"]], 60),
        ([near("Macedonia", -10, -20), near("Macedonia", 70, -50)], 84),
        # Greece
        ([p["Macedonia"], p["Achaia-Macedonia"], p["Achaia"]], 50),
        ([near("Achaia", -20, -10), near("Achaia", 14, 16)], 66),
        # Italia, a boot
        ([p["Gallia Cisalpina"], p["Italia-Gallia Cisalpina"], p["Italia"]], 52),
        ([near("Italia", -6, -10), near("Italia", 26, 30)], 66),
        ([near("Italia", 40, 40), near("Italia", 98, 84)], 36),
        # islands
        ([near("Sardinia", 0, -28), near("Sardinia", 0, 34)], 60),
        ([near("Sicilia", -28, 4), near("Sicilia", 26, 0)], 62),
        ([near("Creta", -34, 4), near("Creta", 34, 0)], 58),
        # Africa
        ([(-40, 800), near("Mauritania", -40, 40), near("Mauritania", 30, 26), p["Mauritania-Numidia"],
          near("Numidia", 0, 24)], 82),
        ([near("Numidia", 0, 0), p["Numidia-Africa"], near("Africa", 0, 30)], 66),
        ([near("Africa", -20, 6), near("Africa", 20, 20)], 78),
        ([(-40, 960), (200, 960), (500, 990), (700, 1000), (900, 1000), (1300, 1000)], 120),
        ([near("Africa", 0, 20), p["Africa-Cyrene"], near("Cyrene", 0, 20), p["Cyrene-Aegyptus"],
          near("Aegyptus", 0, 20)], 66),
        ([near("Cyrene", -10, 10), near("Cyrene", 16, 10)], 74),
        ([near("Aegyptus", -10, 6), near("Aegyptus", 40, 10)], 80),
        ([(240, 850), (420, 900)], 90),
        ([(330, 740), (420, 770), (460, 800)], 60),
        # the east
        ([p["Aegyptus"], p["Aegyptus-Syria"], p["Syria"]], 62),
        ([(1330, 480), (1330, 900)], 110),
        ([near("Syria", 0, -10), near("Syria", 20, 20)], 76),
        ([p["Syria"], p["Asia-Syria"], p["Asia"]], 58),
        ([near("Asia", -46, -6), near("Asia", 40, -20)], 78),
        ([near("Asia", 30, -20), (1340, 420)], 92),
        ([(1240, 470), (1230, 560)], 60),
        ([(1230, 760), (1220, 900)], 70),
    ]  # fmt: skip


WET = {"Sardinia-Gallia": 46, "Sardinia-Italia": 50, "Italia-Macedonia": 50, "Achaia-Creta": 44, "Cyrene-Creta": 50,
       "Creta-Asia": 48, "Sicilia-Italia": 30}  # fmt: skip
"""Border spaces without a ship that lie in the sea as well, and how much of it."""


def noise(size: float, strength: float) -> np.ndarray:
    """Make an edge uneven."""
    field = gaussian_filter(DICE.standard_normal(XS.shape), size / STEP)
    return field / field.std() * strength


def along(points: list[Point]) -> np.ndarray:
    """Measure how far every point of the map is from a line."""
    best = np.full(XS.shape, 1e9)
    for (ax, ay), (bx, by) in list(pairwise(points)) or [(points[0], points[0])]:
        dx, dy = bx - ax, by - ay
        t = (((XS - ax) * dx + (YS - ay) * dy) / (dx * dx + dy * dy + 1e-9)).clip(0, 1)
        best = np.minimum(best, np.hypot(XS - ax - t * dx, YS - ay - t * dy))
    return best


def land() -> str:
    """Draw the land."""
    field = np.full(XS.shape, -1e9)
    for points, thick in lines():
        inside = thick - along(points)
        field = np.maximum(field, inside) + 6 * np.log1p(np.exp(-np.abs(field - inside) / 9))
    wet = {name: 54 for name in BORDERS if BOARD["borders"][name]["symbol"] == "ship"} | WET
    for name, room in wet.items():
        field = np.minimum(field, along([AT[name]]) - room)
    field = gaussian_filter(field + noise(16, 4.0) + noise(40, 6.0), 1.6)
    bounded = np.pad(field[1:-1, 1:-1], 1, constant_values=-1e3)
    return path([line for line in contourpy.contour_generator(XS, YS, bounded).lines(0.0) if len(line) > 40])


def territories() -> dict[str, str]:
    """Draw the territory of every province: each border space lies where two of them meet."""
    best = np.full(XS.shape, 1e9)
    whose = np.zeros(XS.shape, int)
    for k, name in enumerate(PROVINCES):
        here = np.array(AT[name])
        for border in [border for border in BORDERS if name in BETWEEN[border]]:
            way = np.array(AT[border]) - here
            last = 1 - 10 / np.hypot(*way)
            for share in [*np.arange(0, last, 0.1), last]:
                x, y = here + way * share
                far = np.hypot(XS - x, YS - y)
                whose[far < best] = k
                best = np.minimum(best, far)
    inside = best < 118 + noise(30, 8)
    drawn = {}
    for k, name in enumerate(PROVINCES):
        mask = gaussian_filter(((whose == k) & inside).astype(float), 2.2)
        drawn[name] = path([max(contourpy.contour_generator(XS, YS, mask).lines(0.5), key=len)])
    return drawn


def path(closed: list[np.ndarray]) -> str:
    """Write closed lines as one path of smooth curves."""
    text = ""
    for line in closed:
        points = thin(line[:-1])
        middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1], strict=True)]
        text += f"M{middle[-1][0]:.0f} {middle[-1][1]:.0f}"
        for (x, y), (mx, my) in zip(points, middle, strict=True):
            text += f"Q{x:.0f} {y:.0f} {mx:.0f} {my:.0f}"
        text += "Z"
    return text


def thin(points: np.ndarray, most: float = 2.2) -> list[Point]:
    """Leave out the points that a straight line nearly passes, but for some on long straight runs."""
    if len(points) < 60:
        return [tuple(point) for point in points[::2]]
    far = int(np.argmax(np.hypot(*(points - points[0]).T)))
    keep = {0, far}
    open_runs = [(0, far), (far, len(points))]
    while open_runs:
        i, j = open_runs.pop()
        if j - i < 2:
            continue
        a, d = points[i], points[j % len(points)] - points[i]
        gap = np.abs(d[0] * (points[i + 1 : j, 1] - a[1]) - d[1] * (points[i + 1 : j, 0] - a[0])) / np.hypot(*d)
        k = int(np.argmax(gap))
        if gap[k] > most:
            keep.add(i + 1 + k)
            open_runs += [(i, i + 1 + k), (i + 1 + k, j)]
    chosen = sorted(keep)
    kept = []
    for i, j in zip(chosen, [*chosen[1:], len(points)], strict=True):
        runs = max(1, (j - i) // 9)
        kept += [tuple(points[i + (j - i) * m // runs]) for m in range(runs)]
    return kept


def main() -> None:
    """Write map.json."""
    coast, regions = land(), territories()
    drawn = {
        "width": WIDTH,
        "height": HEIGHT,
        "land": coast,
        "provinces": {
            name: {
                "at": [round(v) for v in AT[name]],
                "region": regions[name],
            }
            for name in PROVINCES
        },
        "borders": {name: {"at": [round(v) for v in AT[name]]} for name in BORDERS},
    }
    Path(__file__).with_name("map.json").write_text(json.dumps(drawn, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
