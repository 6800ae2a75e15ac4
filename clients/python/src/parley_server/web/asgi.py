"""Answers requests of an ASGI server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import aclosing
from typing import Any, cast

from .exchange import BodyTooLarge, ClientGone, Request, Response

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def run_asgi(
    handle: Callable[[Request], Awaitable[Response]], scope: Message, receive: Receive, send: Send
) -> None:
    if scope["type"] == "lifespan":
        return await _live(receive, send)
    if scope["type"] != "http":
        return await send({"type": "websocket.close", "code": 1000})
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    watcher: asyncio.Task[None] | None = None
    is_gone = False

    async def watch() -> None:
        nonlocal is_gone
        while (await receive())["type"] != "http.disconnect":
            pass
        is_gone = True
        work.cancel()

    async def read(limit: int) -> bytes:
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            body += message.get("body", b"")
            if len(body) > limit:
                raise BodyTooLarge
            more = message.get("more_body", False)
        return bytes(body)

    def stop_when_gone() -> None:
        nonlocal watcher
        watcher = asyncio.create_task(watch())

    async def answer() -> None:
        await _send_response(await handle(Request(scope["method"], headers, read, stop_when_gone)), send)

    work = asyncio.create_task(answer())
    try:
        await work
    except ClientGone:
        pass
    except asyncio.CancelledError:
        if not is_gone:
            raise
    finally:
        if watcher is not None:
            watcher.cancel()


async def _send_response(response: Response, send: Send) -> None:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in response.header_list()]
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    if isinstance(response.body, bytes):
        return await send({"type": "http.response.body", "body": response.body})
    async with aclosing(cast(Any, response.body)) as pieces:
        async for piece in pieces:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _live(receive: Receive, send: Send) -> None:
    for step in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{step}.complete"})
