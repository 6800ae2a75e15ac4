"""What is done once at a time for a session, however often the service asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from ..web.user_code import in_background


class SharedWork:
    """Whoever asks for work that is under way waits for it, and gets its outcome.

    The futures are those of threads, because a gateway can answer on several event loops.
    """

    def __init__(self) -> None:
        self._outcomes: dict[str, Future[None]] = {}

    def is_running(self, session_id: str) -> bool:
        return session_id in self._outcomes

    async def run(self, session_id: str, begin: Callable[[], Coroutine[Any, Any, None]]) -> None:
        new: Future[None] = Future()
        outcome = self._outcomes.setdefault(session_id, new)
        if outcome is new:
            in_background(begin()).add_done_callback(lambda task: self._end(session_id, new, task))
        await _wait(outcome)

    async def until_ended(self, session_id: str) -> None:
        outcome = self._outcomes.get(session_id)
        if outcome is not None:
            # Whoever asked for the work is told about its error.
            with suppress(Exception):
                await _wait(outcome)

    def _end(self, session_id: str, outcome: Future[None], task: asyncio.Task[None]) -> None:
        del self._outcomes[session_id]
        error = RuntimeError("the handler was cancelled") if task.cancelled() else task.exception()
        if error is None:
            outcome.set_result(None)
        else:
            outcome.set_exception(error)


async def _wait(outcome: Future[None]) -> None:
    # One who no longer waits must not cancel the work for the others.
    await asyncio.shield(asyncio.wrap_future(outcome))
