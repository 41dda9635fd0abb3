"""The drivers with the rules as they are, uncompiled: the same games, action for action."""

from quadriga import Game
from quadriga.kernel import drivers
from quadriga.kernel.link import Linker

SEED = 11
GAMES = 2


def test_random_games_are_the_same_interpreted_and_compiled(game: Game) -> None:
    rules = {name: getattr(game.definition.rules, name) for name in ("legal", "play")}
    play_out = Linker(lambda function: function, {}, rules).link(drivers.play_out)
    batch = game.batch(GAMES, threads=1)
    batch.reset(SEED)
    steps = batch.playout()
    for number in range(GAMES):
        state = game.new(SEED + number)
        played = play_out(state.s, SEED + number, 0, [0] * game.num_actions, game.definition.max_steps)
        assert played == steps[number]
        assert state.bits.tobytes() == batch.states[number : number + 1].tobytes()
