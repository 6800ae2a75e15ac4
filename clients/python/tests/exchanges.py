"""Sends requests to an endpoint without a server, and runs servers on a free port."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from parley_server import Endpoint
from parley_server.web.exchange import BodyTooLarge, Request, Response

KEY = "key-of-the-endpoint"
OK = {"sessionId": "ses_1", "status": "OK", "statusMessage": ""}
FAILED = {"sessionId": "ses_1", "status": "ERROR", "statusMessage": "The endpoint failed."}
LOGOUT = {"action": "LOGOUT", "sessionId": "ses_1"}


def login(session_id: str = "ses_1", **more: Any) -> dict[str, Any]:
    return {
        "action": "LOGIN",
        "sessionId": session_id,
        "userId": "ann",
        "locale": "en-GB",
        "lastSeen": "2026-11-17 08:00:00",
        "authToken": "token-1",
        "callbackUrl": "https://talk.example.com/gateway/callback",
        **more,
    }


def chat(message: str, session_id: str = "ses_1", **more: Any) -> dict[str, Any]:
    return {"action": "CHAT", "sessionId": session_id, "message": message, **more}


async def exchange(
    endpoint: Endpoint, body: object, headers: dict[str, str] | None = None, method: str = "POST"
) -> tuple[Response, bytes]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()

    async def read(limit: int) -> bytes:
        if len(data) > limit:
            raise BodyTooLarge
        return data

    response = await endpoint.handle(Request(method, headers or {}, read))
    if isinstance(response.body, bytes):
        return response, response.body
    return response, b"".join([piece async for piece in response.body])


async def ask(
    endpoint: Endpoint, body: object, *, key: str | None = KEY, accept: str = "application/json"
) -> tuple[int, Any]:
    headers = {"accept": accept, **({} if key is None else {"authorization": f"Bearer {key}"})}
    response, data = await exchange(endpoint, body, headers)
    if response.headers["content-type"] != "text/event-stream":
        return response.status, json.loads(data)
    events = [event.removeprefix("data: ") for event in data.decode().split("\n\n")[:-1]]
    return response.status, [json.loads(event) for event in events]


Answerer = Callable[[str, str, dict[str, str], bytes], tuple[int, bytes]]


@contextmanager
def stand_in(answer: Answerer) -> Iterator[str]:
    """A service that answers as the test wants: from method, path, headers and body to status and body."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, body = answer(self.command, self.path, headers, data)
            self.send_response(status)
            self.send_header("location", "/elsewhere")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


async def turns() -> None:
    """Lets everything run that does not wait for the test."""
    for _ in range(20):
        await asyncio.sleep(0)
