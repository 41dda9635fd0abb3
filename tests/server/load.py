"""People at many tables at a time, who check all that they are told."""

from __future__ import annotations

import asyncio

from .steadfast import Steadfast, Where, arrive, lay_out, sit, stands_by_its_word

MATCHES: list[tuple[str, tuple[str, ...], dict[str, object]]] = [
    ("caesar", ("me", "open"), {"modules": ["poison", "centurions"]}),
    ("ave-caesar", ("me", "open", "tiro"), {"players": 3}),
    ("caesar-cleopatra-2024", ("me", "open"), {"opening": "veterans"}),
    ("caesar", ("tiro", "me"), {}),
    ("caesar", ("tiro", "tiro"), {}),
]


class Load:
    """Players who keep tables busy, match after match, until somebody says that it is enough."""

    def __init__(self, where: Where) -> None:
        self.where = where
        self.enough = False
        self.people: list[Steadfast] = []
        self.finished = 0

    @property
    def answered(self) -> int:
        """How many commands were answered as stored up to now."""
        return sum(len(person.answered) for person in self.people)

    async def run(self) -> None:
        """Play all kinds of matches at the same time."""
        await asyncio.gather(*(self.play(number) for number in range(len(MATCHES))))

    async def play(self, number: int) -> None:
        """Play one kind of match, again and again; check each when it is over."""
        game, seats, options = MATCHES[number]
        while True:
            keys = [await arrive(self.where) for _ in range(2)]
            table = await lay_out(self.where, keys[0], game, *seats, options=options, listed=True)
            if "open" in seats:
                await sit(self.where, keys[1], table, seats.index("open"))
            mine = [
                Steadfast(key, table, self.where, (number, self.finished, key_number), http=number == 0)
                for key_number, key in enumerate(keys)
                if key_number < sum(seat in ("me", "open") for seat in seats) or "me" not in seats
            ]
            self.people += mine
            await asyncio.gather(*(person.play() for person in mine))
            await stands_by_its_word(mine, self.where)
            self.finished += 1
            if self.enough:
                return
