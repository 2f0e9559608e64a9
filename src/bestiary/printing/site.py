"""The page, served to this machine's own browser for the moment in which it prints."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..extras import MissingExtra
from .browser import NotPrinted

HOST = "127.0.0.1"


@contextmanager
def site() -> Iterator[str]:
    """Its address; nothing is kept of it afterwards."""
    try:
        import uvicorn

        from ..server.settings import Settings
        from ..server.web.application import make_app
    except ModuleNotFoundError as problem:
        raise MissingExtra("Printing", "server", problem.name) from None
    with tempfile.TemporaryDirectory(prefix="bestiary-print-", ignore_cleanup_errors=True) as folder:
        settings = Settings(database=f"sqlite:///{Path(folder) / 'tables.sqlite'}", warm=())
        if not (settings.web / "index.html").is_file():
            raise NotPrinted("The page is not built, and it draws what is printed: `make web` builds it.")
        config = uvicorn.Config(make_app(settings), host=HOST, port=0, log_config=None)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            thread.join(0.02)
            if not thread.is_alive():
                raise NotPrinted("The page could not be served to the browser.")
        try:
            yield f"http://{HOST}:{server.servers[0].sockets[0].getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)
