"""Answers requests of a WSGI server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from typing import Any

from .exchange import BodyTooLarge, ClientGone, Request, Response
from .loop_thread import run_on_loop, stepwise
from .user_code import in_thread

Environ = dict[str, Any]
StartResponse = Callable[..., Any]


def run_wsgi(
    handle: Callable[[Request], Awaitable[Response]], environ: Environ, start_response: StartResponse
) -> Iterable[bytes]:
    headers = {
        name[5:].replace("_", "-").lower(): value
        for name, value in environ.items()
        if name.startswith("HTTP_")
    }

    async def read(limit: int) -> bytes:
        return await in_thread(_read_body, environ, limit)

    async def answer() -> Response:
        return await handle(Request(environ["REQUEST_METHOD"], headers, read))

    try:
        response = run_on_loop(answer())
    except ClientGone:
        response = Response(400)
    start_response(f"{response.status} {HTTPStatus(response.status).phrase}", response.header_list())
    if isinstance(response.body, bytes):
        return [response.body]
    return stepwise(response.body)


def _read_body(environ: Environ, limit: int) -> bytes:
    length = environ.get("CONTENT_LENGTH") or ""
    source = environ["wsgi.input"]
    if not length:
        # Without a length only some servers know where the body ends.
        body: bytes = source.read(limit + 1) if environ.get("wsgi.input_terminated") else b""
        if len(body) > limit:
            raise BodyTooLarge
        return body
    if not (length.isascii() and length.isdigit() and len(length) < 16):
        raise ClientGone
    if int(length) > limit:
        raise BodyTooLarge
    body = source.read(int(length))
    if len(body) < int(length):
        raise ClientGone
    return body
