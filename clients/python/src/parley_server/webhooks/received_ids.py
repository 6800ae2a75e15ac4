"""Which events have arrived before. An event may arrive more than once, always with the same `webhook-id`."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Literal, Protocol

from ..web.user_code import MaybeAsync

Claim = Literal["new", "busy", "done"]


class ReceivedIds(Protocol):
    """Receivers with several processes need a store that they share, such as a table. Methods may be `async`."""

    def claim(self, webhook_id: str) -> MaybeAsync[Claim]:
        """Marks a new id as busy, in one step. Returns how the id was before."""

    def finish(self, webhook_id: str) -> MaybeAsync[None]:
        """The event was handled."""

    def release(self, webhook_id: str) -> MaybeAsync[None]:
        """The handler failed. The service will send the event again."""


class MemoryIds:
    """For one process. It forgets the oldest ids above the limit."""

    def __init__(self, max_ids: int = 100_000) -> None:
        self._max_ids = max_ids
        self._ids: OrderedDict[str, Claim] = OrderedDict()
        self._lock = threading.Lock()

    def claim(self, webhook_id: str) -> Claim:
        with self._lock:
            before = self._ids.setdefault(webhook_id, "new")
            if before == "new":
                self._ids[webhook_id] = "busy"
            while len(self._ids) > self._max_ids:
                self._ids.popitem(last=False)
            return before

    def finish(self, webhook_id: str) -> None:
        with self._lock:
            self._ids[webhook_id] = "done"

    def release(self, webhook_id: str) -> None:
        with self._lock:
            self._ids.pop(webhook_id, None)
