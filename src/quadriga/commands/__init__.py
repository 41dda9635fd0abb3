"""Commands of `quadriga` that are large enough for a file of their own.

A module here has `add(commands)`, which describes its arguments and sets `run`, and imports anything heavy only when it
runs: `quadriga --help` stays quick.
"""

COMMANDS: tuple[str, ...] = ("serve", "analyse", "verify", "study", "arena", "gpu")
"""Modules of this package, in the order of the help."""
