from __future__ import annotations

import asyncio
import http.client
import json
import threading
import unittest
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from parley_server import Chat, Gateway, Session
from parley_server.web.asgi import Message
from parley_server.web.development import DevelopmentServer, development_server

from .exchanges import KEY, chat, login

STREAM = "application/json, text/event-stream"


@contextmanager
def running(gateway: Gateway) -> Iterator[DevelopmentServer]:
    server = development_server(gateway, port=0)
    server.RequestHandlerClass.log_message = lambda *_: None  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Wsgi(unittest.TestCase):
    def test_a_conversation(self) -> None:
        gateway = Gateway(KEY)
        second = threading.Event()
        closed = threading.Event()

        @gateway.on_chat
        async def answer(given: Chat) -> AsyncIterator[str]:
            try:
                yield "One. "
                await asyncio.to_thread(second.wait)
                while given.message == "endless":
                    yield "Again. " * 1000
                yield "Two."
            finally:
                closed.set()

        with running(gateway) as server:

            def post(body: object, headers: dict[str, str] | None = None) -> http.client.HTTPResponse:
                connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
                self.addCleanup(connection.close)
                common = {"Authorization": f"Bearer {KEY}", "Accept": STREAM}
                data = body if isinstance(body, bytes) else json.dumps(body)
                connection.request("POST", "/any/path", data, {**common, **(headers or {})})
                return connection.getresponse()

            self.assertEqual(json.loads(post(login()).read())["status"], "OK")
            response = post(chat("hi"))
            self.assertEqual(response.headers["content-type"], "text/event-stream")
            # The first piece is there while the second is still being made.
            self.assertEqual(response.readline(), b'data: {"reply": "One. "}\n')
            second.set()
            self.assertIn(b'"Two."', response.read())
            self.assertEqual(post(b"{").status, 400)
            self.assertEqual(post(b"", {"Content-Length": "-1"}).status, 400)
            self.assertEqual(post(b"", {"Content-Length": "99999999"}).status, 413)
            closed.clear()
            endless = post(chat("endless"))
            endless.readline()
            endless.close()
            # The server notices at its next write.
            self.assertTrue(closed.wait(60))


    def test_a_logout_while_a_login_is_handled_in_another_thread(self) -> None:
        gateway = Gateway(KEY)
        begun, stop, closed = threading.Event(), threading.Event(), threading.Event()

        @gateway.on_login
        def wait_for_the_end(session: Session) -> None:
            begun.set()
            while not session.is_over and not stop.wait(0.01):
                pass

        @gateway.on_logout
        def close(session: Session) -> None:
            closed.set()

        with running(gateway) as server, ThreadPoolExecutor() as threads:
            def post(body: object) -> object:
                connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
                self.addCleanup(connection.close)
                connection.request("POST", "/", json.dumps(body), {"Authorization": f"Bearer {KEY}"})
                return json.loads(connection.getresponse().read())["status"]

            opening = threads.submit(post, login())
            begun.wait()
            ending = threads.submit(post, {"action": "LOGOUT", "sessionId": "ses_1"})
            self.assertEqual(ending.result(), "OK")
            is_closed = closed.is_set()
            stop.set()
            self.assertEqual((opening.result(), is_closed), ("OK", True))
        self.assertIsNone(asyncio.run(gateway.session("ses_1")))


class Asgi(unittest.IsolatedAsyncioTestCase):
    async def test_lifespan_and_sockets(self) -> None:
        gateway = Gateway(KEY)
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "lifespan.startup"}

        async def send(message: Message) -> None:
            sent.append(message)

        await gateway({"type": "lifespan"}, receive, send)
        await gateway({"type": "websocket"}, receive, send)
        types = [message["type"] for message in sent]
        self.assertEqual(types, ["lifespan.startup.complete", "lifespan.shutdown.complete", "websocket.close"])

    async def test_a_body_in_parts(self) -> None:
        data = json.dumps(login()).encode()
        parts: list[Message] = [
            {"type": "http.request", "body": data[:9], "more_body": True},
            {"type": "http.request", "body": data[9:]},
        ]
        sent: list[Message] = []

        async def receive() -> Message:
            return parts.pop(0) if parts else await asyncio.Future()

        async def send(message: Message) -> None:
            sent.append(message)

        headers = [(b"Authorization", f"Bearer {KEY}".encode())]
        await Gateway(KEY)({"type": "http", "method": "POST", "headers": headers}, receive, send)
        self.assertEqual((sent[0]["status"], json.loads(sent[1]["body"])["status"]), (200, "OK"))
        # The client goes away before its request is complete.
        parts.extend([{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}])
        sent.clear()
        await Gateway(KEY)({"type": "http", "method": "POST", "headers": headers}, receive, send)
        self.assertEqual(sent, [])
