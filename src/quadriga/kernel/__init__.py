"""How a rules module becomes fast: records, dice, linking, compiling, batches.

Nothing here knows a game. A rules module is plain Python over one flat record; this room runs it interpreted,
or links and compiles the same source for the CPU.
"""
