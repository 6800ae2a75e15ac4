"""Which events have arrived before. An event may arrive more than once, always with the same `webhook-id`."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Literal, Protocol

from ..web.user_code import MaybeAsync

Claim = Literal["new", "busy", "done"]


class ReceivedIds(Protocol):
    """Receivers with several processes need a store that they share, such as a table. Methods may be `async`."""

    def claim(self, webhook_id: str) -> MaybeAsync[Claim]:
        """Marks a new id as busy, in one step. Returns how the id was before.

        An id that has been busy for long must be new again, because a process can end before it says more.
        """

    def finish(self, webhook_id: str) -> MaybeAsync[None]:
        """The event was handled."""

    def release(self, webhook_id: str) -> MaybeAsync[None]:
        """The handler failed or took too long, and the service will send the event again. An id that is done stays so."""


class MemoryIds:
    """For one process. It forgets the oldest ids above the limit.

    An id that has been busy for `busy_seconds` is new again. That must be longer than a handler may take.
    """

    def __init__(
        self,
        max_ids: int = 100_000,
        *,
        busy_seconds: float | None = 720,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._max_ids = max_ids
        self._busy_seconds = busy_seconds
        self._clock = clock
        # When each busy id was claimed, and None for those that are done.
        self._ids: OrderedDict[str, float | None] = OrderedDict()
        self._lock = threading.Lock()

    def claim(self, webhook_id: str) -> Claim:
        with self._lock:
            now = self._clock()
            if webhook_id in self._ids:
                since = self._ids[webhook_id]
                if since is None:
                    return "done"
                if self._busy_seconds is None or now - since < self._busy_seconds:
                    return "busy"
            self._ids[webhook_id] = now
            while len(self._ids) > self._max_ids:
                self._ids.popitem(last=False)
            return "new"

    def finish(self, webhook_id: str) -> None:
        with self._lock:
            self._ids[webhook_id] = None

    def release(self, webhook_id: str) -> None:
        with self._lock:
            if self._ids.get(webhook_id) is not None:
                del self._ids[webhook_id]
