"""Structured logs: one JSON object a line. No key, no cookie, no name, no move is ever logged."""

from __future__ import annotations

import json
import logging
import sys
import time

PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """A log formatter that writes each record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write time, level, what, and what was added."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in PLAIN},
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def set_up(level: str = "info") -> None:
    """Send all logs to standard error as lines of JSON; requests are logged at any level, where they are at all."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel("WARNING")  # its lines hold addresses: whoever knows one may sit down
    logging.getLogger("quadriga.access").setLevel("INFO")
    logging.getLogger("alembic").setLevel("WARNING")
