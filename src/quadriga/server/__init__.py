"""The shell around tables: HTTP, WebSocket, storage, bots. No rule of any game is in here.

A server is a house with many tables. Its files, with the word that others use for each:

| file | what it is | elsewhere called |
|---|---|---|
| | **the way in** | |
| `run.py`, `settings.py` | one server process: where it listens, how it stops; what the environment tells it | |
| `app.py` | the application: routes, middleware, the page | |
| `listening.py`, `workers.py` | the socket that it listens on; several processes behind one socket | supervisor |
| `base_path.py`, `access.py` | a server under a path of its site; one line for every request | |
| `checks.py`, `guard.py`, `heads.py` | what all requests pass: origin, size, headers; `HEAD` as `GET` | middleware |
| `connections.py`, `files.py` | how many connections one may hold, and for how long | timeouts |
| `limits.py`, `bounds.py`, `places.py` | how often somebody may ask | rate limiter, token bucket |
| `identity.py`, `keys.py` | who somebody is, by an unguessable key that the server signed | authentication |
| `routes_games.py`, `routes_tables.py`, `routes_review.py`, `routes_watch.py` | the requests over HTTP | endpoints |
| `routes_bots.py` | what programs that play ask for besides | endpoints |
| `packed.py` | the page's files as they were compressed at build | static files |
| `sooner.py` | which of them a browser asks for together with the page | preloading |
| `invitation.py` | by which address others come to a table, also as a QR code in the terminal | |
| `door.py` | where the sockets of tables come in | WebSocket endpoint |
| `sockets.py`, `send_queue.py` | one open socket, and what waits to be sent on it | connection |
| `fast/` | what makes sockets cheaper where it fits the installed uvicorn; its own docstring maps it | |
| `messages/` | every message in and out, as a model | wire contract, schema |
| `openapi.py` | how routes say what they answer | API description |
| `errors.py` | how an error is answered | |
| | **tables in use** | |
| `desk.py` | what people ask for, from laying out a table to the next match of a series | service layer |
| `carry.py` | from a command to the entries that a table adds | command dispatch |
| `hall.py` | all tables in use, and the one way in which anything at them changes | registry |
| `live.py` | one of them: the match in memory and the sockets that look at it | room, channel |
| `presence.py` | whose sockets are open | presence |
| `bus.py`, `redis_bus.py` | how processes tell each other that a table has changed | publish and subscribe |
| `storage/` | where logs of tables are kept: SQLite or PostgreSQL | repository |
| | **what goes on by itself** | |
| `steady.py` | the time of matches, whatever is done to the machine's clock | |
| `attendant.py` | calls time when a clock runs out, lets bots move when they are due | scheduler |
| `thinking/` | the processes that think, here or elsewhere, and what waits for them | worker pool, job queue |
| `bots.py`, `reviews.py` | what is thought about: moves and hints; whole matches afterwards | jobs |
| `films.py` | all positions of a match in one answer | |
| `housekeeping.py` | what is old goes, and the database is measured | retention, janitor |
| `warming.py` | compiles the rules in the background | |
| | **for those who run it** | |
| `parts.py` | all of the above, put together, opened and closed in order | container, composition root |
| `archive.py` | tables in files, for `quadriga tables` | export, import |
| `logs.py`, `faults.py` | lines of JSON; what goes wrong again and again is logged seldom | |
| `metrics.py`, `lag.py` | numbers for Prometheus; how late the event loop is | |

A move comes by `door` and `sockets` to the `desk`, which asks the `hall` for the table and has the command
carried out (`carry`); the `hall` stores the entries, then the `live` table shows them to every socket. `page/` is the
built page, `description/` the page about the API.
"""
