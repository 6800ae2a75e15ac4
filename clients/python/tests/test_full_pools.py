"""Every thread hangs in a plain function. What waits for a thread must not run after its time."""

from __future__ import annotations

import threading
import unittest.mock
from concurrent.futures import ThreadPoolExecutor

from parley_server import Delivery, Gateway, MemoryIds, Session, WebhookReceiver

from .exchanges import KEY, ask, chat, exchange, login
from .quiet import QuietTests
from .signed import BODY, OLD, signed


class FullPools(QuietTests):
    def setUp(self) -> None:
        super().setUp()
        self.go_on = threading.Event()
        self.told: list[str] = []

    def fill(self, name: str) -> ThreadPoolExecutor:
        """A pool whose only thread hangs until `go_on`."""
        pool = ThreadPoolExecutor(max_workers=1)
        pool.submit(self.go_on.wait)
        self.addCleanup(pool.shutdown)
        self.addCleanup(self.go_on.set)
        self.replace(name, pool)
        return pool

    def replace(self, name: str, value: object) -> None:
        patch = unittest.mock.patch(f"parley_server.web.user_code.{name}", value)
        patch.start()
        self.addCleanup(patch.stop)

    def free(self, pool: ThreadPoolExecutor) -> None:
        self.go_on.set()
        # The thread takes what waits in its order.
        pool.submit(int).result()

    async def deliver(self, receiver: WebhookReceiver) -> int:
        return (await exchange(receiver, BODY, signed(OLD)))[0].status

    async def test_a_webhook_handler_does_not_begin_after_its_time(self) -> None:
        pool = self.fill("_threads")
        ids = MemoryIds()
        receiver = WebhookReceiver(OLD, received=ids)
        impatient = WebhookReceiver(OLD, handler_timeout_seconds=0.05, received=ids)

        @impatient.on_event
        @receiver.on_event
        def handle(delivery: Delivery) -> None:
            self.told.append(delivery.id)

        self.assertEqual(await self.deliver(impatient), 500)
        self.free(pool)
        self.assertEqual(self.told, [])
        self.assertEqual((await self.deliver(receiver), self.told), (204, ["evt_1"]))

    async def test_a_login_does_not_begin_after_its_time(self) -> None:
        pool = self.fill("_threads")
        gateway = Gateway(KEY, login_timeout_seconds=0.05)

        @gateway.on_login
        def welcome(session: Session) -> None:
            self.told.append(session.id)

        self.assertEqual((await ask(gateway, login()))[0], 500)
        self.free(pool)
        self.assertEqual((self.told, await gateway.session("ses_1")), ([], None))

    async def test_a_store_is_not_asked_after_its_time(self) -> None:
        pool = self.fill("_store_threads")
        self.replace("_store_seconds", 0.05)
        receiver = WebhookReceiver(OLD)
        self.assertEqual(await self.deliver(receiver), 500)
        self.free(pool)
        self.replace("_store_seconds", 60)
        self.assertEqual(await self.deliver(receiver), 204)

    async def test_handlers_that_hang_do_not_keep_stores_from_being_asked(self) -> None:
        self.fill("_threads")
        self.replace("_store_seconds", 30)
        gateway = Gateway(KEY)
        self.assertEqual((await ask(gateway, login()))[0], 200)
        self.assertEqual((await ask(gateway, chat("hi")))[0], 200)
        receiver = WebhookReceiver(OLD)

        @receiver.on_event
        async def handle(delivery: Delivery) -> None:
            self.told.append(delivery.id)

        self.assertEqual((await self.deliver(receiver), self.told), (204, ["evt_1"]))
