"""What a handler answers, as text or in pieces."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterable
from contextlib import suppress
from typing import Any, Union

from ..web.user_code import in_thread

Reply = Union[str, None, Iterable[str], AsyncIterable[str]]

_end = object()


async def pieces_of(reply: Reply) -> AsyncGenerator[str, None]:
    if reply is None or isinstance(reply, str):
        yield reply or ""
    elif isinstance(reply, AsyncIterable):
        try:
            async for piece in reply:
                yield _checked(piece)
        finally:
            if isinstance(reply, AsyncGenerator):
                await reply.aclose()
    else:
        iterator = iter(reply)
        try:
            while (next_piece := await in_thread(_next, iterator)) is not _end:
                yield _checked(next_piece)
        finally:
            # A generator that is still waiting in its thread cannot be closed.
            with suppress(ValueError):
                getattr(iterator, "close", lambda: None)()


async def event_stream(
    first: str,
    rest: AsyncGenerator[str, None],
    session_id: str,
    report: Callable[[], None],
) -> AsyncGenerator[bytes, None]:
    """The pieces as events. The last event has the status."""
    end = {"sessionId": session_id, "status": "OK", "statusMessage": ""}
    try:
        yield _event({"reply": first})
        async for piece in rest:
            yield _event({"reply": piece})
    except Exception:
        report()
        end = {**end, "status": "ERROR", "statusMessage": "The endpoint failed."}
    finally:
        await rest.aclose()
    yield _event(end)


def _next(iterator: Any) -> object:
    return next(iterator, _end)


def _checked(piece: object) -> str:
    if not isinstance(piece, str):
        raise TypeError(f"a piece of a reply must be a str, not {type(piece).__name__}")
    return piece


def _event(fields: dict[str, str]) -> bytes:
    return f"data: {json.dumps(fields)}\n\n".encode()
