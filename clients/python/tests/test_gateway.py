from __future__ import annotations

import asyncio
import json
import logging
import unittest
from collections.abc import AsyncIterator, Iterator, Sequence

from parley_server import CallbackError, Chat, Gateway, MemorySessions, Refused, Session, TakeoverEntry
from parley_server.web.asgi import Message

from .exchanges import KEY, ask, chat, exchange, login, stand_in

STREAM = "application/json, text/event-stream"
OK = {"sessionId": "ses_1", "status": "OK", "statusMessage": ""}


class Answers(unittest.IsolatedAsyncioTestCase):
    async def open(self) -> Gateway:
        gateway = Gateway(KEY)
        self.assertEqual(await ask(gateway, login()), (200, OK))
        return gateway

    async def test_plain_and_async_functions_and_generators(self) -> None:
        gateway = await self.open()

        def plain(given: Chat) -> str:
            return f"{given.session.user_id} said {given.message}"

        async def later(given: Chat) -> str:
            await asyncio.sleep(0)
            return plain(given)

        def pieces(given: Chat) -> Iterator[str]:
            yield from ("ann said ", given.message)

        async def async_pieces(given: Chat) -> AsyncIterator[str]:
            for piece in pieces(given):
                yield piece

        for handler in (plain, later, pieces, async_pieces):
            gateway.on_chat(handler)
            with self.subTest(handler.__name__):
                self.assertEqual(await ask(gateway, chat("hi")), (200, {**OK, "reply": "ann said hi"}))
        for streaming in (pieces, async_pieces):
            gateway.on_chat(streaming)
            with self.subTest(streaming.__name__):
                events = [{"reply": "ann said "}, {"reply": "hi"}, OK]
                self.assertEqual(await ask(gateway, chat("hi"), accept=STREAM), (200, events))

    async def test_nothing_to_say(self) -> None:
        gateway = await self.open()
        self.assertEqual(await ask(gateway, chat("hi")), (200, {**OK, "reply": ""}))
        gateway.on_chat(lambda _: None)
        self.assertEqual(await ask(gateway, chat("hi"), accept=STREAM), (200, {**OK, "reply": ""}))
        gateway.on_chat(lambda _: iter(()))
        self.assertEqual(await ask(gateway, chat("hi"), accept=STREAM), (200, [{"reply": ""}, OK]))

    async def test_what_was_heard(self) -> None:
        gateway = await self.open()
        gateway.on_chat(lambda given: str(given.heard))
        self.assertEqual((await ask(gateway, chat("hi", heard="One two")))[1]["reply"], "One two")

    async def test_what_a_person_said(self) -> None:
        gateway = await self.open()
        seen: list[Sequence[TakeoverEntry]] = []
        gateway.on_chat(lambda given: seen.append(given.takeover))
        said = [{"speaker": "user", "message": "A person, please."}, {"speaker": "person", "message": "I am Ada."}]
        await ask(gateway, chat("hi", takeover=said))
        self.assertEqual(seen, [(TakeoverEntry("user", "A person, please."), TakeoverEntry("person", "I am Ada."))])
        odd: list[object] = [None, "text", {}, [1], [{}], [{**said[0], "speaker": []}], [*said, {"speaker": "user"}]]
        for takeover in odd:
            self.assertEqual((await ask(gateway, chat("hi", takeover=takeover)))[0], 200)
        await ask(gateway, chat("hi"))
        self.assertEqual(seen[1:], [()] * (len(odd) + 1))

    async def test_a_plain_handler_does_not_delay_other_sessions(self) -> None:
        gateway = await self.open()
        await ask(gateway, login("ses_2"))
        answered = asyncio.Event()
        loop = asyncio.get_running_loop()

        def handler(given: Chat) -> str:
            if given.session.id == "ses_1":
                asyncio.run_coroutine_threadsafe(answered.wait(), loop).result()
            return given.session.id

        gateway.on_chat(handler)
        waiting = asyncio.create_task(ask(gateway, chat("hi")))
        self.assertEqual((await ask(gateway, chat("hi", "ses_2")))[1]["reply"], "ses_2")
        answered.set()
        self.assertEqual((await waiting)[1]["reply"], "ses_1")

    async def test_a_failing_handler_tells_nothing(self) -> None:
        gateway = await self.open()
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)

        async def late(_: Chat) -> AsyncIterator[str]:
            yield "One. "
            raise RuntimeError("the password is 1234")

        async def early(given: Chat) -> AsyncIterator[str]:
            if given.message:
                raise RuntimeError("the password is 1234")
            yield ""

        failed = {"sessionId": "ses_1", "status": "ERROR", "statusMessage": "The endpoint failed."}
        gateway.on_chat(late)
        self.assertEqual(await ask(gateway, chat("hi"), accept=STREAM), (200, [{"reply": "One. "}, failed]))
        gateway.on_chat(early)
        self.assertEqual(await ask(gateway, chat("hi"), accept=STREAM), (500, failed))
        gateway.on_chat(lambda _: [1])  # type: ignore[type-var]
        self.assertEqual(await ask(gateway, chat("hi")), (500, failed))

    async def test_an_abandoned_stream_closes_its_generator(self) -> None:
        gateway = await self.open()
        closed: list[str] = []

        async def endless(_: Chat) -> AsyncIterator[str]:
            try:
                while True:
                    yield "again "
            finally:
                closed.append("async")

        def plain(_: Chat) -> Iterator[str]:
            try:
                while True:
                    yield "again "
            finally:
                closed.append("plain")

        for handler in (endless, plain):
            gateway.on_chat(handler)
            sent: list[Message] = []
            received: list[Message] = [{"type": "http.request", "body": json.dumps(chat("hi")).encode()}]
            gone = asyncio.Event()

            async def receive() -> Message:
                if received:
                    return received.pop()
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(message: Message) -> None:
                sent.append(message)
                if len(sent) == 4:
                    gone.set()
                await asyncio.sleep(0)

            headers = [(b"authorization", f"Bearer {KEY}".encode()), (b"accept", STREAM.encode())]
            await gateway({"type": "http", "method": "POST", "headers": headers}, receive, send)
            self.assertGreaterEqual(len(sent), 4)
        self.assertEqual(closed, ["async", "plain"])


class Refusals(unittest.IsolatedAsyncioTestCase):
    async def test_keys(self) -> None:
        gateway = Gateway(KEY)
        for key in (None, "", "wrong", KEY[:-1], KEY + "x", f"{KEY} {KEY}"):
            with self.subTest(key=key):
                status, answer = await ask(gateway, login(), key=key)
                self.assertEqual((status, answer["status"], answer["sessionId"]), (401, "ERROR", ""))
        basic = await exchange(gateway, login(), {"authorization": f"Basic {KEY}"})
        self.assertEqual(basic[0].status, 401)
        self.assertEqual((await ask(Gateway(None), login(), key=None))[0], 200)
        self.assertEqual((await ask(Gateway("Schlüssel"), login(), key="Schlüssel".encode().decode("latin-1")))[0], 200)
        for none in ("", [], [KEY, ""]):
            with self.assertRaises(ValueError):
                Gateway(none)

    async def test_several_keys_during_a_rotation(self) -> None:
        gateway = Gateway(["old", "new"])
        statuses = [(await ask(gateway, login(), key=key))[0] for key in ("old", "new", "oldnew", "")]
        self.assertEqual(statuses, [200, 200, 401, 401])

    async def test_the_key_is_checked_before_the_body_is_read(self) -> None:
        self.assertEqual((await ask(Gateway(KEY), b"x" * 2_000_000, key="wrong"))[0], 401)
        self.assertEqual((await ask(Gateway(KEY), b"x" * 2_000_000))[0], 413)

    async def test_bodies_that_break_the_contract(self) -> None:
        gateway = Gateway(KEY)
        bodies: list[object] = [
            b"",
            b"{",
            b"\xff{}",
            b"[" * 100_000,
            [],
            "LOGIN",
            {},
            {"action": "LOGIN"},
            {"sessionId": "ses_1"},
            {"sessionId": "ses_1", "action": "login"},
            {"sessionId": "ses_1", "action": "DANCE"},
            {"sessionId": "ses_1", "action": ["LOGIN"]},
            {"sessionId": 7, "action": "LOGOUT"},
            {"sessionId": "s" * 257, "action": "LOGOUT"},
            {"sessionId": "ses_1", "action": "CHAT"},
            {"sessionId": "ses_1", "action": "CHAT", "message": None},
            login(customString=7),
            login(authToken="a\r\nX-Evil: 1"),
            login(callbackUrl="file:///etc/passwd"),
            login(callbackUrl="http://[bad"),
        ]
        for body in bodies:
            with self.subTest(body=str(body)[:60]):
                status, answer = await ask(gateway, body)
                self.assertEqual((status, answer["status"]), (400, "ERROR"))
                self.assertTrue(answer["statusMessage"])

    async def test_another_method(self) -> None:
        response, _ = await exchange(Gateway(KEY), b"", method="GET")
        self.assertEqual((response.status, response.headers["allow"]), (405, "POST"))

    async def test_a_visitor_is_turned_away(self) -> None:
        gateway = Gateway(KEY)

        @gateway.on_login
        def check(session: Session) -> None:
            if session.user_id == "blocked":
                raise Refused("Bye")

        refused = {"sessionId": "ses_1", "status": "ERROR", "statusMessage": "Bye"}
        self.assertEqual(await ask(gateway, login(userId="blocked")), (403, refused))
        self.assertEqual((await ask(gateway, chat("hi")))[0], 401)
        self.assertEqual((await ask(gateway, login()))[0], 200)


class Sessions(unittest.IsolatedAsyncioTestCase):
    async def test_optional_and_unknown_fields(self) -> None:
        gateway = Gateway(KEY)
        await ask(gateway, login(accessToken="a", customString="c", jwtToken="j", later="x"))
        session = await gateway.session("ses_1")
        assert session is not None
        kept = session.login
        self.assertEqual((kept.access_token, kept.custom_string, kept.jwt_token), ("a", "c", "j"))

    async def test_an_unknown_session_is_asked_to_log_in_again(self) -> None:
        gateway = Gateway(KEY)
        self.assertEqual((await ask(gateway, chat("hi")))[0], 401)
        self.assertEqual(await ask(gateway, {"action": "LOGOUT", "sessionId": "ses_1"}), (200, OK))

    async def test_a_second_login_and_a_second_logout(self) -> None:
        gateway = Gateway(KEY)
        ended: list[str] = []
        gateway.on_logout(lambda session: ended.append(session.id))
        await ask(gateway, login())
        self.assertEqual(await ask(gateway, login(authToken="token-2")), (200, OK))
        session = await gateway.session("ses_1")
        assert session is not None
        self.assertEqual(session.login.auth_token, "token-2")
        for _ in range(2):
            self.assertEqual(await ask(gateway, {"action": "LOGOUT", "sessionId": "ses_1"}), (200, OK))
        self.assertEqual(ended, ["ses_1"])

    async def test_the_oldest_session_is_forgotten_above_the_limit(self) -> None:
        gateway = Gateway(KEY, sessions=MemorySessions(2))
        for name in ("a", "b", "c"):
            await ask(gateway, login(name))
        self.assertIsNone(await gateway.session("a"))
        self.assertIsNotNone(await gateway.session("c"))

    async def test_say_until_the_session_is_over(self) -> None:
        taken: list[tuple[str, object]] = []
        status = 200

        def answer(_: str, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
            taken.append((headers["authorization"], json.loads(body)))
            return status, b'{"statusMessage": "why"}'

        gateway = Gateway(KEY)
        with stand_in(answer) as url:
            await ask(gateway, login(callbackUrl=f"{url}/gateway/callback"))
            session = await gateway.session("ses_1")
            assert session is not None
            self.assertTrue(await session.say_async("Hello"))
            self.assertTrue(await asyncio.to_thread(session.say, "Stop", interrupt=True))
            said = {"sessionId": "ses_1", "message": "Hello"}
            self.assertEqual(taken[0], ("Bearer token-1", said))
            self.assertEqual(taken[1][1], {**said, "message": "Stop", "interrupt": True})
            for status in (429, 302, 500):
                with self.assertRaises(CallbackError) as refused:
                    await session.say_async("Hello")
                self.assertEqual((refused.exception.status, refused.exception.message), (status, "why"))
            status = 404
            self.assertFalse(await session.say_async("Hello"))
            self.assertTrue(session.is_over)
            status, count = 200, len(taken)
            self.assertFalse(await session.say_async("Hello"))
            await ask(gateway, login(callbackUrl=f"{url}/gateway/callback"))
            self.assertTrue(await session.say_async("Back again"))
            await ask(gateway, {"action": "LOGOUT", "sessionId": "ses_1"})
            self.assertFalse(await session.say_async("Hello"))
            self.assertEqual(len(taken), count + 1)
