from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from parley_server import Gateway, Login, MemorySessions, Session

from .exchanges import FAILED, KEY, LOGOUT, OK, ask, login, turns
from .quiet import PromptHandlers


class HandlersThatHang(PromptHandlers):
    async def test_an_async_login_is_cancelled_and_the_next_one_begins_again(self) -> None:
        gateway = Gateway(KEY, login_timeout_seconds=0.01)
        told: list[str] = []

        @gateway.on_login
        async def hang_once(_: Session) -> None:
            told.append("begun")
            if len(told) > 1:
                return
            try:
                await asyncio.Future()
            finally:
                told.append("cancelled")

        self.assertEqual(await ask(gateway, login()), (500, FAILED))
        self.assertEqual(await ask(gateway, login()), (200, OK))
        self.assertEqual(told, ["begun", "cancelled", "begun"])

    async def test_a_plain_login_that_ends_after_its_time_and_after_the_logout_is_closed(self) -> None:
        gateway = Gateway(KEY, login_timeout_seconds=0.01)
        go_on = threading.Event()
        self.addCleanup(go_on.set)
        told: list[str] = []
        closed = asyncio.Event()

        @gateway.on_login
        def hang(session: Session) -> None:
            go_on.wait()
            told.append(f"opened, is_over {session.is_over}")

        @gateway.on_logout
        async def close(session: Session) -> None:
            told.append("logout")
            closed.set()

        self.assertEqual(await ask(gateway, login()), (500, FAILED))
        self.assertEqual(await ask(gateway, LOGOUT), (200, OK))
        self.assertEqual(told, [])
        go_on.set()
        await closed.wait()
        self.assertEqual(told, ["opened, is_over True", "logout"])
        self.assertIsNone(await gateway.session("ses_1"))

    async def test_an_async_logout_is_cancelled_and_finds_its_session_again(self) -> None:
        gateway = Gateway(KEY, logout_timeout_seconds=0.01)
        told: list[str] = []

        @gateway.on_logout
        async def hang_once(session: Session) -> None:
            told.append(session.id)
            if len(told) == 1:
                await asyncio.Future()

        await ask(gateway, login())
        self.assertEqual(await ask(gateway, LOGOUT), (500, FAILED))
        self.assertEqual(await ask(gateway, LOGOUT), (200, OK))
        self.assertEqual(told, ["ses_1", "ses_1"])
        self.assertIsNone(await gateway.session("ses_1"))

    async def test_an_async_logout_that_returns_when_its_time_is_over_is_called_again(self) -> None:
        gateway = Gateway(KEY, logout_timeout_seconds=0.01)
        told: list[str] = []

        @gateway.on_logout
        async def stop_once(session: Session) -> None:
            told.append(session.id)
            if len(told) == 1:
                with suppress(asyncio.CancelledError):
                    await asyncio.Future()

        await ask(gateway, login())
        self.assertEqual(await ask(gateway, LOGOUT), (500, FAILED))
        self.assertEqual(await ask(gateway, LOGOUT), (200, OK))
        self.assertEqual(told, ["ses_1", "ses_1"])

    async def test_a_late_session_that_could_not_be_closed_is_not_kept_if_no_logout_waits(self) -> None:
        stored: list[Login] = []

        class Store(MemorySessions):
            async def put(self, login: Login) -> None:  # type: ignore[override]
                stored.append(login)

        gateway = Gateway(KEY, sessions=Store(), login_timeout_seconds=0.01)
        go_on, closing = threading.Event(), asyncio.Event()
        self.addCleanup(go_on.set)

        @gateway.on_login
        def hang(_: Session) -> None:
            go_on.wait()

        @gateway.on_logout
        async def fail(_: Session) -> None:
            closing.set()
            raise RuntimeError("no database")

        self.assertEqual(await ask(gateway, login()), (500, FAILED))
        self.assertEqual(await ask(gateway, LOGOUT), (200, OK))
        go_on.set()
        await closing.wait()
        await turns()
        self.assertEqual(stored, [])
