"""Where the LOGIN of each session is kept until its LOGOUT."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Protocol

from ..web.user_code import MaybeAsync
from .requests import Login


class SessionStore(Protocol):
    """An endpoint with several processes needs a store that they share. Methods may be `async`."""

    def get(self, session_id: str) -> MaybeAsync[Login | None]: ...

    def put(self, login: Login) -> MaybeAsync[None]: ...

    def remove(self, session_id: str) -> MaybeAsync[None]: ...


class MemorySessions:
    """For one process. Above the limit it forgets the oldest session: its next CHAT makes the service send LOGIN again."""

    def __init__(self, max_sessions: int = 100_000) -> None:
        self._max_sessions = max_sessions
        self._logins: OrderedDict[str, Login] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, session_id: str) -> Login | None:
        return self._logins.get(session_id)

    def put(self, login: Login) -> None:
        with self._lock:
            self._logins[login.session_id] = login
            self._logins.move_to_end(login.session_id)
            while len(self._logins) > self._max_sessions:
                self._logins.popitem(last=False)

    def remove(self, session_id: str) -> None:
        with self._lock:
            self._logins.pop(session_id, None)
