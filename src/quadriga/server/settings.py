"""What a server is told from outside: the environment, and the arguments of `quadriga serve`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from urllib.parse import urlsplit

from quadriga.errors import QuadrigaError

from .storage.aging import Keeping
from .storage.folder import database_url

KEPT = {each.name: float(str(each.default)) for each in fields(Keeping)}


@dataclass(frozen=True)
class Settings:
    """The settings of one server process."""

    database: str
    redis: str | None = None
    hosts: tuple[str, ...] = ()
    """Names under which people reach the server, besides addresses and localhost."""
    url: str | None = None
    """Where people find the server, as `https://quadriga.example`, if the server itself cannot know it."""
    addresses: tuple[str, ...] = ()
    """Where others on the network find it, as `http://192.168.1.7:8420`; none: only this machine is served."""
    place: str = ""
    """Where this process listens, for whoever finds its database in use."""
    base_path: str = ""
    """The path under which the server lies, as `/games`."""
    hsts: int = 0
    """For how many seconds browsers that came by HTTPS come by nothing else; 0: that is not said."""
    access_log: bool = False
    """Whether every request is logged."""
    metrics_port: int = 0
    """The port on which `/metrics` is served instead, on `metrics_host`; 0: with everything else."""
    metrics_host: str = "127.0.0.1"
    metrics_key: str = field(default="", repr=False)
    """What who asks for `/metrics` sends as a bearer; without it only this machine may ask."""
    origins: tuple[str, ...] = ()
    """Other pages that may use the API, as `https://example.org`."""
    proxied: bool = False
    """Whether a proxy in front says who asks and by which scheme."""
    workers: int | None = 0
    """Processes in which bots think; 0: one for every core but one, and two at least; None: others think for it."""
    pace: float = 0.5
    """The shortest time that a bot takes for a move that is not forced for all to see."""
    ahead: bool = True
    """Whether a match is reviewed as soon as it has ended, before anybody asks."""
    limits: bool = True
    """Whether there are limits on how much and how often somebody may ask."""
    header_seconds: float = 10.0
    """How long a request may take until its headers have come."""
    body_seconds: float = 20.0
    """How long its body may take then."""
    idle_seconds: float = 15.0
    """How long a connection may be open without a request."""
    connections: int = 128
    """How many connections one address may have; never more than half of what the system allows in all."""
    sockets: int = 64
    """How many sockets of tables one address, or one visitor, may have open."""
    claim: float = 30.0
    """A bot's work is another process's to do after this many seconds: this one may be dead."""
    pack: float = 120.0
    """A table that nobody has used for this many seconds takes little memory from then on."""
    keeping: Keeping = field(default_factory=Keeping)
    """For how long tables and links are kept."""
    claim_seconds: float = 300.0
    """After this many seconds a match without a clock may be ended against somebody who has left."""
    fast_path: bool = True
    """Whether sockets take the fast path (`server/fast/`) where it fits the installed uvicorn."""

    @property
    def is_shared(self) -> bool:
        """Tell whether other processes may use the same tables."""
        return self.redis is not None or not self.database.startswith("sqlite")

    @property
    def site(self) -> str | None:
        """Where everybody finds the server, with its path; None: that was not said."""
        return self.url and self.url + self.base_path

    @staticmethod
    def from_environment(environ: Mapping[str, str] = os.environ) -> Settings:
        """Read the settings from the environment; a wrong one is an error that names it."""
        url = address(environ, "QUADRIGA_URL")
        by_url = (urlsplit(url).hostname or "",) if url else ()
        return Settings(
            database=database_url(),
            redis=environ.get("QUADRIGA_REDIS_URL") or None,
            hosts=(*names(environ.get("QUADRIGA_HOSTS", "")), *by_url),
            url=url,
            base_path=path(environ, "QUADRIGA_BASE_PATH"),
            hsts=int(number(environ, "QUADRIGA_HSTS", 0, 0, 10**9)),
            access_log=flag(environ, "QUADRIGA_ACCESS_LOG", False),
            metrics_port=int(number(environ, "QUADRIGA_METRICS_PORT", 0, 0, 65535)),
            metrics_host=environ.get("QUADRIGA_METRICS_HOST", "").strip() or "127.0.0.1",
            metrics_key=environ.get("QUADRIGA_METRICS_KEY", "").strip(),
            origins=names(environ.get("QUADRIGA_ORIGINS", "")),
            proxied=flag(environ, "QUADRIGA_PROXIED", False),
            workers=workers(environ),
            pace=number(environ, "QUADRIGA_BOT_PACE", 0.5, 0, 60),
            claim=number(environ, "QUADRIGA_BOT_CLAIM", 30, 1, 3600),
            pack=number(environ, "QUADRIGA_PACK_SECONDS", 120, 0, 86400),
            ahead=flag(environ, "QUADRIGA_REVIEW_AHEAD", True),
            limits=flag(environ, "QUADRIGA_LIMITS", True),
            keeping=keeping(environ),
            header_seconds=number(environ, "QUADRIGA_HEADER_SECONDS", 10, 0.1, 600),
            body_seconds=number(environ, "QUADRIGA_BODY_SECONDS", 20, 0.1, 600),
            idle_seconds=number(environ, "QUADRIGA_IDLE_SECONDS", 15, 0.1, 600),
            connections=int(number(environ, "QUADRIGA_CONNECTIONS_PER_ADDRESS", 128, 1, 100_000)),
            sockets=int(number(environ, "QUADRIGA_SOCKETS_PER_ADDRESS", 64, 1, 100_000)),
            claim_seconds=number(environ, "QUADRIGA_CLAIM_SECONDS", 300, 1, 30 * 86400),
            fast_path=flag(environ, "QUADRIGA_FAST_PATH", True),
        )


def keeping(environ: Mapping[str, str]) -> Keeping:
    """Read for how many days what is kept."""
    variables = {name: f"QUADRIGA_KEEP_{name.upper()}" for name in KEPT}
    return Keeping(**{name: number(environ, variables[name], KEPT[name], 0, 36_500) for name in KEPT})


def names(text: str) -> tuple[str, ...]:
    """Read names with commas or blanks between."""
    return tuple(text.replace(",", " ").split())


def address(environ: Mapping[str, str], name: str) -> str | None:
    """Read the address of a page, without what would come after its host."""
    text = environ.get(name, "").strip().rstrip("/")
    if text and not re.fullmatch(r"https?://[^/\s?#@]+", text):
        raise QuadrigaError(f"{name} is an address such as https://quadriga.example, not {text[:80]!r}")
    return text or None


def path(environ: Mapping[str, str], name: str) -> str:
    """Read the path under which a server lies."""
    text = environ.get(name, "").strip().rstrip("/")
    if text and not re.fullmatch(r"(/[A-Za-z0-9][A-Za-z0-9._~-]*)+", text):
        raise QuadrigaError(f"{name} is a path such as /games, not {text[:80]!r}")
    return text


def number(environ: Mapping[str, str], name: str, default: float, least: float, most: float) -> float:
    """Read a number within limits."""
    text = environ.get(name, "")
    try:
        value = float(text) if text else default
    except ValueError:
        value = most + 1
    if not least <= value <= most:
        raise QuadrigaError(f"{name} is a number from {least:g} to {most:g}, not {text!r}")
    return value


def workers(environ: Mapping[str, str]) -> int | None:
    """Read how many processes think."""
    if environ.get("QUADRIGA_BOT_WORKERS", "").strip().lower() == "none":
        return None
    return int(number(environ, "QUADRIGA_BOT_WORKERS", 0, 0, 256))


def flag(environ: Mapping[str, str], name: str, default: bool) -> bool:
    """Read a yes or no."""
    text = environ.get(name, "").strip().lower()
    known = {"": default, "on": True, "yes": True, "1": True, "off": False, "no": False, "0": False}
    if text not in known:
        raise QuadrigaError(f"{name} is on or off, not {text[:40]!r}")
    return known[text]
