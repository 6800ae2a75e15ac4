"""A request and its answer, the same for every kind of server."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


class BodyTooLarge(Exception):
    pass


class ClientGone(Exception):
    """The connection ended before the whole request was there."""


def _nothing() -> None:
    pass


@dataclass(frozen=True)
class Request:
    method: str
    headers: Mapping[str, str]
    """With names in lower case."""
    read: Callable[[int], Awaitable[bytes]]
    """Reads the body. Raises BodyTooLarge if it has more bytes than this."""
    stop_when_gone: Callable[[], None] = _nothing
    """Call it after the body was read: the work is cancelled if the client goes away, where the server tells so. Without it
    the work is finished, because the client will ask for it again."""


@dataclass(frozen=True)
class Response:
    status: int
    body: bytes | AsyncIterator[bytes] = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def header_list(self) -> list[tuple[str, str]]:
        if not isinstance(self.body, bytes) or self.status == 204:
            return list(self.headers.items())
        return list({"content-length": str(len(self.body)), **self.headers}.items())


def json_response(status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    kind = {"content-type": "application/json"}
    return Response(status, json.dumps(body).encode(), {**kind, **(headers or {})})


def parse_object(body: bytes) -> dict[str, Any] | None:
    """None if the body is not a JSON object."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
