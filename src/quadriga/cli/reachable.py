"""What a server would reach from here: its database, Redis, its port. Each has a second or two, and nothing is made.

What is printed is put together of hosts, ports and names: an address as it was given may hold a password.
"""

from __future__ import annotations

import json
import os
import socket
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from quadriga.errors import QuadrigaError
from quadriga.extras import need

from .serve import PORT

HERE = "127.0.0.1"
SECONDS = 1
POSTGRESQL_SECONDS = 2
"""PostgreSQL's library knows no shorter time."""
Found = dict[str, Any]
"""`where` something is, `says` what was found there, `well` whether a server could do with it."""


def reachable() -> dict[str, Found]:
    """Look for everything that a server needs."""
    return {name: told(look) for name, look in (("database", database), ("redis", redis), ("port", port))}


def told(look: Any) -> Found:
    """Look for one thing; what is wrong in what was given is told too."""
    where: list[str] = []
    try:
        says = look(where)
    except QuadrigaError as error:
        return {"where": "".join(where), "says": str(error), "well": False}
    return {"where": "".join(where), "says": says, "well": True}


def database(where: list[str]) -> str:
    """Ask PostgreSQL something, or see whether the file of SQLite can be written."""
    given = os.environ.get("QUADRIGA_DATABASE_URL")
    try:
        sqlalchemy = need("sqlalchemy", "server")
    except QuadrigaError:
        return "not asked: quadriga[server] is not installed"
    from quadriga.server.storage.engines import explain, parse
    from quadriga.server.storage.errors import StorageError
    from quadriga.server.storage.folder import FILE, place_of_data

    try:
        url = parse(given) if given else None
    except StorageError as error:
        raise QuadrigaError(str(error)) from error
    if url is None or url.get_backend_name() == "sqlite":
        file = place_of_data() / FILE if url is None else Path(str(url.database))
        where.append(str(file))
        return written(file)
    where.append(f"postgresql://{url.host or 'local'}{f':{url.port}' if url.port else ''}/{url.database or ''}")
    need("psycopg", "shared")
    engine = sqlalchemy.create_engine(url, connect_args={"connect_timeout": POSTGRESQL_SECONDS})
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("SELECT 1")
    except sqlalchemy.exc.DBAPIError as error:
        raise QuadrigaError(explain(url, error)) from error
    finally:
        engine.dispose()
    return "answers"


def written(file: Path) -> str:
    """Say whether a file and its folder can be written, or made; QuadrigaError if not."""
    near = file.parent
    while not near.exists() and near != near.parent:
        near = near.parent
    there = [each for each in (near, file) if each.exists()]
    if file.is_dir() or not near.is_dir() or not all(os.access(each, os.W_OK) for each in there):
        raise QuadrigaError("cannot be written")
    return "can be written" if file.exists() else "is not there yet, and can be made"


def redis(where: list[str]) -> str:
    """Ask Redis whether it is there."""
    given = os.environ.get("QUADRIGA_REDIS_URL")
    if not given:
        return "not asked: QUADRIGA_REDIS_URL is not set, and one server process needs none"
    library = need("redis", "shared")
    try:
        client = library.Redis.from_url(given, socket_connect_timeout=SECONDS, socket_timeout=SECONDS, retry=None)
    except ValueError:
        raise QuadrigaError("QUADRIGA_REDIS_URL is not an address such as redis://host:6379/0") from None
    asked = client.connection_pool.connection_kwargs
    where.append(f"unix:{asked['path']}" if "path" in asked else f"redis://{asked['host']}:{asked.get('port', 6379)}")
    try:
        client.ping()
    except library.RedisError as error:
        raise QuadrigaError(str(error)) from error
    finally:
        client.close()
    return "answers"


def port(where: list[str]) -> str:
    """Say whether the port of `quadriga serve` is free, or who answers there; a server would take another."""
    where.append(f"http://{HERE}:{PORT}")
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, os.name != "nt")
        try:
            tried.bind((HERE, PORT))
        except OSError:
            pass
        else:
            return "free"
    try:
        with build_opener(ProxyHandler({})).open(f"{where[0]}/ready", timeout=SECONDS) as answer:
            status = json.loads(answer.read(1000))["status"]
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        status = None
    return "a server of Quadriga is there" if status == "ready" else "taken, and no server of Quadriga answers there"
