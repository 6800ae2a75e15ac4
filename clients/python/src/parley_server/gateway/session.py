"""A conversation with one visitor."""

from __future__ import annotations

import json

from ..web.exchange import parse_object
from ..web.outgoing import send
from ..web.user_code import in_thread
from .requests import Login


class CallbackError(Exception):
    """The service refused a message. `status` is the HTTP status; 429 and 500 mean that it may be sent again later."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"HTTP {status}: {message}")
        self.status = status
        self.message = message


class Session:
    def __init__(self, login: Login) -> None:
        self.login = login
        self.has_ended = False
        self._is_unknown = False

    @property
    def id(self) -> str:
        return self.login.session_id

    @property
    def user_id(self) -> str:
        return self.login.user_id

    @property
    def locale(self) -> str:
        return self.login.locale

    @property
    def is_over(self) -> bool:
        """True after LOGOUT, and after the service has answered `say` that it knows no such session."""
        return self.has_ended or self._is_unknown

    def renew(self) -> None:
        self.has_ended = False
        self._is_unknown = False

    def end(self) -> None:
        """LOGOUT has come. What `say` is answered does not end a session: a shadow's callbacks always get 404."""
        self.has_ended = True

    def say(self, message: str, *, interrupt: bool = False) -> bool:
        """Makes the avatar speak, at any time. False if the session is over.

        With `interrupt` the avatar stops what it is saying. It waits for the service: in `async` code use `say_async`.
        """
        if self.is_over:
            return False
        body = {"sessionId": self.id, "message": message, **({"interrupt": True} if interrupt else {})}
        headers = {"Authorization": f"Bearer {self.login.auth_token}", "Content-Type": "application/json"}
        answer = send("POST", self.login.callback_url, headers, json.dumps(body).encode())
        if answer.status == 404:
            self._is_unknown = True
            return False
        if answer.status != 200:
            text = (parse_object(answer.body) or {}).get("statusMessage", "")
            raise CallbackError(answer.status, str(text))
        return True

    async def say_async(self, message: str, *, interrupt: bool = False) -> bool:
        return await in_thread(lambda: self.say(message, interrupt=interrupt))
