"""The facts that a board is drawn from: where provinces and border spaces lie, what the tokens are."""

from __future__ import annotations

from typing import Any

from .components import BASE_BONUSES, BONUSES, SYMBOLS
from .moves import BORDER_NAMES, BOX, PROVINCE_NAMES, TOKEN_NAMES


def drawing() -> dict[str, Any]:
    """Show the board; west is up, x and y grow to the right and downwards."""
    return {
        "provinces": {
            name: {"xy": list(province.xy), "central": province.central, "borders": province.borders}
            for name, province in zip(PROVINCE_NAMES, BOX.provinces, strict=True)
        },
        "borders": {
            name: {
                "xy": list(border.xy),
                "between": [PROVINCE_NAMES[border.a], PROVINCE_NAMES[border.b]],
                "symbol": border.symbol,
                "border_control": border.control,
            }
            for name, border in zip(BORDER_NAMES, BOX.borders, strict=True)
        },
        "tokens": {
            name: {
                "symbols": list(token.symbols),
                "numbers": list(token.numbers),
                "copies": token.copies,
                "centurion": token.centurion,
            }
            for name, token in zip(TOKEN_NAMES, BOX.tokens, strict=True)
        },
        "symbols": list(SYMBOLS),
        "bonuses": list(BONUSES),
        "base_bonuses": BASE_BONUSES,
    }
