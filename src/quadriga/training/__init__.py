"""Training: a network learns a game by playing itself, many games at once, on a GPU or on a CPU.

    quadriga train NAME --out FOLDER --minutes 5

`settings` has the numbers of the method, `encoding` what a network sees, `model` the network, `tables` the games that
are played, `advantages` and `learning` what is learnt from them (PPO), `lessons` and `teaching` games of a search and
what is learnt from those, `strength` how good it is by now, `run` the loop, `checkpoint`, `journal` and `page` what it
leaves behind, and `export` the weights that players use without PyTorch.
"""
