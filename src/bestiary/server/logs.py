"""What the server writes down: one line for each happening, as text for people or as JSON for programs."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

NAME = "bestiary.server"
KINDS = ("text", "json")
log = logging.getLogger(NAME)


def note(level: int, what: str, **facts: Any) -> None:
    """One line: what happened, and its facts."""
    log.log(level, what, extra={"facts": facts})


class Lines(logging.Formatter):
    """Text: time, level, what happened, and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        facts = "".join(f" {key}={value}" for key, value in _facts(record).items())
        line = f"{_time(record)} {record.levelname.lower()} {record.getMessage()}{facts}"
        return line + (f"\n{self.formatException(record.exc_info)}" if record.exc_info else "")


class Json(logging.Formatter):
    """The same as one object of JSON, a failure's traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": _time(record), "level": record.levelname.lower()}
        line |= {"what": record.getMessage(), "from": record.name, **_facts(record)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    return dict(getattr(record, "facts", {}))


def _time(record: logging.LogRecord) -> str:
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{whole}.{int(record.msecs):03d}Z"


def start(kind: str) -> None:
    """Writes to the error stream: this server's lines, and warnings of what it is built on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if kind == "json" else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(logging.INFO)
