"""The load on table servers: server processes, scripted players, and the two protocols they speak.

What is measured and how it is reported is in `benchmarks.server_load`; nothing here knows a rule of our games.
"""
