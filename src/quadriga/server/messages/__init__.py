"""The wire contract: a model of every message that comes to the server or leaves it.

    values      ids, seats, levels, kinds of entries, and the limits that both sides keep
    requests    what a client asks for: commands, and the bodies of requests
    tables      a table, its log and its views, as somebody may see them: parts of responses and of frames
    responses   what requests are answered with
    frames      what goes over a table's socket, in either direction
    schema      all of it as JSON Schema; `python -m quadriga.server.messages` writes what is generated from it

Requests are checked against their models. What leaves the server is written as it is, for speed: its models describe
it, and tests check everything that they see leave.
"""
