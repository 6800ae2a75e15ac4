"""An event loop in a thread, on which WSGI servers run what is `async`."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any, TypeVar

T = TypeVar("T")

_lock = threading.Lock()
_loops: dict[int, asyncio.AbstractEventLoop] = {}


def _loop() -> asyncio.AbstractEventLoop:
    # A server may fork after the first request. The child has no threads, so it needs a loop of its own.
    with _lock:
        loop = _loops.get(os.getpid())
        if loop is None:
            loop = _loops[os.getpid()] = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="parley-loop", daemon=True).start()
        return loop


def run_on_loop(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()


def stepwise(pieces: AsyncIterator[bytes]) -> Iterator[bytes]:
    """If a server closes it early, the answer is no longer made."""

    async def next_piece() -> bytes | None:
        return await anext(pieces, None)

    async def close() -> None:
        if hasattr(pieces, "aclose"):
            await pieces.aclose()

    try:
        while (piece := run_on_loop(next_piece())) is not None:
            yield piece
    finally:
        run_on_loop(close())
