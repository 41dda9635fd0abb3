"""Everything that a server needs, imported and loaded before the first server is forked off."""

import gc

import sqlalchemy.dialects.postgresql
import sqlalchemy.dialects.sqlite
import uvloop

import quadriga
import quadriga.cli
import quadriga.server.run
from quadriga.kernel.compiled_actions import CompiledActions
from quadriga.server.fast import fits

__all__ = ["quadriga", "sqlalchemy", "uvloop"]

quadriga.cli.parser()
fits()
for game in quadriga.games().values():
    if game.compiled.is_warm:
        CompiledActions(game.compiled)
gc.collect()
gc.freeze()  # a server collects what is left of its start: then it need not look at all this again
