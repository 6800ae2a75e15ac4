"""The service waits 5 seconds for a LOGIN or a LOGOUT. Then it sends it again, while the first handler still runs."""

from __future__ import annotations

import asyncio
import logging
import unittest

from parley_server import Gateway, Login, MemorySessions, Refused, Session

from .exchanges import FAILED, KEY, LOGOUT, OK, ask, chat, login, stand_in, turns


class SlowLogins(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.told: list[str] = []
        self.go_on = asyncio.Event()
        self.begun = asyncio.Event()

    def quiet(self) -> None:
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)

    def gateway(self) -> Gateway:
        gateway = Gateway(KEY)

        @gateway.on_login
        async def open_slowly(session: Session) -> None:
            self.told.append("login")
            self.begun.set()
            await self.go_on.wait()
            self.told.append(f"opened, is_over {session.is_over}")

        @gateway.on_logout
        def close(session: Session) -> None:
            self.told.append("logout")

        return gateway

    async def test_a_login_that_comes_again_waits_for_the_first_one(self) -> None:
        gateway = self.gateway()
        first = asyncio.create_task(ask(gateway, login()))
        await self.begun.wait()
        others = [asyncio.create_task(ask(gateway, login(accessToken=token))) for token in ("b", "c")]
        await turns()
        self.go_on.set()
        self.assertEqual([await each for each in (first, *others)], [(200, OK)] * 3)
        self.assertEqual(self.told, ["login", "opened, is_over False"])
        session = await gateway.session("ses_1")
        assert session is not None
        self.assertEqual(session.login.access_token, "c")

    async def test_a_logout_while_logins_are_handled_closes_what_they_open(self) -> None:
        gateway = self.gateway()
        logins = [asyncio.create_task(ask(gateway, login())) for _ in range(3)]
        await self.begun.wait()
        await turns()
        logout = asyncio.create_task(ask(gateway, LOGOUT))
        await turns()
        self.go_on.set()
        self.assertEqual(await logout, (200, OK))
        for each in logins:
            await each
        self.assertEqual(self.told, ["login", "opened, is_over True", "logout"])
        self.assertIsNone(await gateway.session("ses_1"))
        self.assertEqual((await ask(gateway, chat("hi")))[0], 401)
        self.assertEqual(await ask(gateway, LOGOUT), (200, OK))
        self.assertEqual(self.told[3:], [])

    async def test_a_logout_while_the_session_is_being_stored_closes_it(self) -> None:
        go_on, begun = self.go_on, self.begun

        class SlowStore(MemorySessions):
            async def put(self, login: Login) -> None:  # type: ignore[override]
                begun.set()
                await go_on.wait()
                MemorySessions.put(self, login)

        gateway = Gateway(KEY, sessions=SlowStore())
        gateway.on_logout(lambda session: self.told.append(session.id))
        opening = asyncio.create_task(ask(gateway, login()))
        await begun.wait()
        logout = asyncio.create_task(ask(gateway, LOGOUT))
        await turns()
        go_on.set()
        self.assertEqual((await logout, (await opening)[0]), ((200, OK), 200))
        self.assertEqual(self.told, ["ses_1"])
        self.assertIsNone(await gateway.session("ses_1"))

    async def test_a_logout_that_fails_after_a_slow_login_finds_the_session_again(self) -> None:
        self.quiet()
        gateway = self.gateway()

        @gateway.on_logout
        def close(session: Session) -> None:
            self.told.append("logout")
            if self.told.count("logout") < 3:
                raise RuntimeError("no database")

        opening = asyncio.create_task(ask(gateway, login()))
        await self.begun.wait()
        logout = asyncio.create_task(ask(gateway, LOGOUT))
        await turns()
        self.go_on.set()
        self.assertEqual((await logout, await opening), ((500, FAILED), (500, FAILED)))
        self.assertEqual(await ask(gateway, LOGOUT), (200, OK))
        self.assertEqual(self.told.count("logout"), 3)
        self.assertIsNone(await gateway.session("ses_1"))

    async def test_a_login_that_fails_fails_for_all_who_wait_and_opens_nothing(self) -> None:
        gateway = self.gateway()

        @gateway.on_login
        async def refuse(_: Session) -> None:
            self.begun.set()
            await self.go_on.wait()
            raise Refused("Bye")

        logins = [asyncio.create_task(ask(gateway, login())) for _ in range(2)]
        await self.begun.wait()
        logout = asyncio.create_task(ask(gateway, LOGOUT))
        await turns()
        self.go_on.set()
        self.assertEqual([(await each)[0] for each in (*logins, logout)], [403, 403, 200])
        self.assertEqual(self.told, [])

    async def test_a_request_that_is_cancelled_leaves_the_login_to_the_others(self) -> None:
        gateway = self.gateway()
        first = asyncio.create_task(ask(gateway, login()))
        await self.begun.wait()
        second = asyncio.create_task(ask(gateway, login()))
        await turns()
        first.cancel()
        await turns()
        self.go_on.set()
        self.assertEqual(await second, (200, OK))
        self.assertEqual(self.told, ["login", "opened, is_over False"])

    async def test_a_handler_that_cancels_itself_is_an_error(self) -> None:
        self.quiet()
        gateway = Gateway(KEY)

        @gateway.on_login
        async def cancel(_: Session) -> None:
            raise asyncio.CancelledError

        self.assertEqual(await ask(gateway, login()), (500, FAILED))

    async def test_a_shadow_that_greets_is_answered_404_and_keeps_its_session_until_the_logout(self) -> None:
        gateway = self.gateway()
        with stand_in(lambda *_: (404, b"{}")) as url:

            @gateway.on_login
            async def greet(session: Session) -> None:
                self.told.append(str(await session.say_async("Welcome")))

            self.assertEqual((await ask(gateway, login(callbackUrl=f"{url}/callback")))[0], 200)
        self.assertEqual((await ask(gateway, chat("hi")))[0], 200)
        self.assertEqual(self.told, ["False"])
        self.assertEqual(await ask(gateway, LOGOUT), (200, OK))
        self.assertEqual(self.told, ["False", "logout"])


class SlowLogouts(unittest.IsolatedAsyncioTestCase):
    async def test_what_comes_while_a_logout_is_handled(self) -> None:
        gateway = Gateway(KEY)
        begun, go_on = asyncio.Event(), asyncio.Event()
        ended: list[str] = []

        @gateway.on_logout
        async def close(session: Session) -> None:
            ended.append(session.id)
            begun.set()
            await go_on.wait()

        await ask(gateway, login())
        logouts = [asyncio.create_task(ask(gateway, LOGOUT)) for _ in range(2)]
        await begun.wait()
        # A LOGIN that the LOGOUT has overtaken.
        self.assertEqual((await ask(gateway, login()))[0], 403)
        await turns()
        go_on.set()
        self.assertEqual([await each for each in logouts], [(200, OK)] * 2)
        self.assertEqual(ended, ["ses_1"])
        self.assertIsNone(await gateway.session("ses_1"))
