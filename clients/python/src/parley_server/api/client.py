"""The endpoints that an API key opens."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlencode

from ..web.exchange import parse_object
from ..web.outgoing import Answer, is_web_address, send
from .errors import ApiError, RateLimited, error_types

SessionField = Literal["avatarStatus", "avatarId", "userId", "lastActivityAt"]
AvatarStatus = Literal["IDLE", "LOADED", "UNLOADED", "LISTENING", "THINKING", "TALKING"]
_all_fields: tuple[SessionField, ...] = ("avatarStatus", "avatarId", "userId", "lastActivityAt")


@dataclass(frozen=True)
class Token:
    jwt: str
    expires_in: int
    avatar_id: str


@dataclass(frozen=True)
class Avatar:
    id: str
    name: str


@dataclass(frozen=True)
class AvatarPage:
    avatars: Sequence[Avatar]
    page: int
    size: int
    total: int
    total_pages: int
    has_next: bool


@dataclass(frozen=True)
class SessionState:
    """A field that was not asked for, or that has no value, is None."""

    avatar_status: AvatarStatus | None
    avatar_id: int | None
    user_id: int | None
    last_activity_at: int | None
    """Unix milliseconds."""


class ParleyClient:
    """Calls wait for the answer: in `async` code, `await asyncio.to_thread(client.generate_token, "1001")`.

    Give `origin` for a key that is restricted to origins. Keep the key on your server.
    """

    def __init__(self, base_url: str, api_key: str, *, origin: str | None = None) -> None:
        if not is_web_address(base_url):
            raise ValueError(f"not a web address: {base_url}")
        self._base_url = base_url.rstrip("/")
        self._headers = {"x-api-key": api_key, **({} if origin is None else {"Origin": origin})}

    def generate_token(self, avatar_id: str, *, expire_at: int | None = None) -> Token:
        """A token for one session of a private avatar. `expire_at` is its lifetime in seconds, 60 to 3600."""
        body: dict[str, str | int] = {"avatar_id": avatar_id}
        if expire_at is not None:
            body["expire_at"] = expire_at
        answer = self._call("POST", "/auth/generate-token", body=body)
        return Token(answer["jwt"], answer["expires_in"], answer["avatar_id"])

    def avatar_page(self, page: int = 0, size: int = 20) -> AvatarPage:
        answer = self._call("GET", "/avatars", query={"page": page, "size": size})
        avatars = [Avatar(entry["id"], entry["name"]) for entry in answer["avatars"]]
        at = answer["pagination"]
        return AvatarPage(avatars, at["page"], at["size"], at["total"], at["total_pages"], at["has_next"])

    def avatars(self, *, page_size: int = 100) -> Iterator[Avatar]:
        """All avatars by name. Pages are read as they are needed."""
        number, has_next = 0, True
        while has_next:
            page = self.avatar_page(number, page_size)
            yield from page.avatars
            number, has_next = number + 1, page.has_next

    def query_session(self, session_id: str, fields: Sequence[SessionField] = _all_fields) -> SessionState:
        """Raises SessionNotFound if the session is over."""
        query = {"sessionId": session_id, "fields": ",".join(fields)}
        state = self._call("GET", "/session/query", query=query)["state"]
        return SessionState(*(state.get(name) for name in _all_fields))

    def disconnect_session(self, session_id: str) -> None:
        """Raises SessionNotFound if the session is over already."""
        self._call("POST", "/sessions/disconnect", body={"session_id": session_id})

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str | int] | None = None,
        body: Mapping[str, str | int] | None = None,
    ) -> dict[str, Any]:
        url = self._base_url + path + ("" if query is None else f"?{urlencode(query)}")
        headers = {**self._headers, "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        answer = send(method, url, headers, None if body is None else json.dumps(body).encode())
        fields = parse_object(answer.body)
        if answer.status != 200 or fields is None:
            raise _error_of(answer, fields or {})
        return fields


def _error_of(answer: Answer, fields: dict[str, Any]) -> ApiError:
    if answer.status == 429 and not fields:
        # The limit per source address answers without a body.
        return RateLimited(429, 36, "Too many requests. Please slow down.")
    error = fields.get("error")
    nested = error if isinstance(error, dict) else {}
    code = nested.get("code", fields.get("failReason"))
    message = str(nested.get("message", fields.get("message", f"HTTP {answer.status}")))
    if not isinstance(code, int):
        return ApiError(answer.status, None, message)
    kind = error_types.get((code, answer.status), ApiError)
    return kind(answer.status, code, message)
