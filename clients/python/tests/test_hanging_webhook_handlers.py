from __future__ import annotations

import asyncio
import logging
import threading
import unittest
import unittest.mock
from typing import Literal

from parley_server import Delivery, MemoryIds, WebhookReceiver

from .exchanges import exchange
from .quiet import PromptHandlers
from .signed import BODY, OLD, signed


class HandlersThatHang(PromptHandlers):
    async def test_an_async_handler_is_cancelled_and_its_event_comes_again(self) -> None:
        receiver = WebhookReceiver(OLD, handler_timeout_seconds=0.01)
        told: list[str] = []

        @receiver.on_event
        async def hang_once(delivery: Delivery) -> None:
            told.append(delivery.id)
            if len(told) > 1:
                return
            try:
                await asyncio.Future()
            finally:
                told.append("cancelled")

        statuses = [(await exchange(receiver, BODY, signed(OLD)))[0].status for _ in range(3)]
        self.assertEqual((statuses, told), ([500, 204, 204], ["evt_1", "cancelled", "evt_1"]))

    async def test_an_async_handler_may_return_when_its_time_is_over(self) -> None:
        receiver = WebhookReceiver(OLD, handler_timeout_seconds=0.01)
        told: list[str] = []

        @receiver.on_event
        async def stop_once(delivery: Delivery) -> None:
            told.append(delivery.id)
            if len(told) > 1:
                return
            try:
                await asyncio.Future()
            except asyncio.CancelledError:
                return

        statuses = [(await exchange(receiver, BODY, signed(OLD)))[0].status for _ in range(3)]
        self.assertEqual((statuses, told), ([500, 204, 204], ["evt_1", "evt_1"]))

    async def test_an_async_object_is_cancelled_like_a_function(self) -> None:
        told: list[str] = []

        class Handler:
            async def __call__(self, delivery: Delivery) -> None:
                told.append(delivery.id)
                try:
                    await asyncio.Future()
                finally:
                    told.append("cancelled")

        receiver = WebhookReceiver(OLD, handler_timeout_seconds=0.01)
        receiver.on_event(Handler())
        self.assertEqual((await exchange(receiver, BODY, signed(OLD)))[0].status, 500)
        self.assertEqual(told, ["evt_1", "cancelled"])

    async def test_what_a_plain_handler_ends_after_its_time_does_not_count(self) -> None:
        finished: list[str] = []

        class Ids(MemoryIds):
            async def finish(self, webhook_id: str) -> None:  # type: ignore[override]
                MemoryIds.finish(self, webhook_id)
                finished.append(webhook_id)

        ids = Ids()
        receiver = WebhookReceiver(OLD, received=ids)
        impatient = WebhookReceiver(OLD, handler_timeout_seconds=0.01, received=ids)
        go_on, ended, told = threading.Event(), threading.Event(), []
        self.addCleanup(go_on.set)

        @impatient.on_event
        @receiver.on_event
        def hang_once(delivery: Delivery) -> None:
            told.append(delivery.id)
            if len(told) == 1:
                go_on.wait()
                ended.set()

        self.assertEqual((await exchange(impatient, BODY, signed(OLD)))[0].status, 500)
        go_on.set()
        await asyncio.to_thread(ended.wait)
        for _ in range(20):
            await asyncio.sleep(0)
        self.assertEqual(finished, [])
        statuses = [(await exchange(receiver, BODY, signed(OLD)))[0].status for _ in range(2)]
        self.assertEqual((statuses, told), ([204, 204], ["evt_1", "evt_1"]))

    async def test_the_error_of_a_plain_handler_after_its_time_is_logged(self) -> None:
        logging.disable(logging.NOTSET)
        receiver = WebhookReceiver(OLD, handler_timeout_seconds=0.01)
        go_on = threading.Event()
        self.addCleanup(go_on.set)

        @receiver.on_event
        def fail(_: Delivery) -> None:
            go_on.wait()
            raise RuntimeError("no database")

        with self.assertLogs("parley_server") as logs:
            self.assertEqual((await exchange(receiver, BODY, signed(OLD)))[0].status, 500)
            go_on.set()
            while len(logs.output) < 2:
                await asyncio.sleep(0)
        self.assertIn("RuntimeError: no database", logs.output[1])

    async def test_a_store_that_hangs_is_not_waited_for_without_end(self) -> None:
        class Ids(MemoryIds):
            async def claim(self, webhook_id: str) -> Literal["new"]:  # type: ignore[override]
                return await asyncio.Future()

        with unittest.mock.patch("parley_server.web.user_code._store_seconds", 0.01):
            receiver = WebhookReceiver(OLD, received=Ids())
            self.assertEqual((await exchange(receiver, BODY, signed(OLD)))[0].status, 500)

    async def test_a_cancelled_request_does_not_leave_an_event_half_handled(self) -> None:
        receiver = WebhookReceiver(OLD)
        begun, go_on = asyncio.Event(), asyncio.Event()
        told: list[str] = []

        @receiver.on_event
        async def handle(delivery: Delivery) -> None:
            begun.set()
            await go_on.wait()
            told.append(delivery.id)

        first = asyncio.create_task(exchange(receiver, BODY, signed(OLD)))
        await begun.wait()
        first.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await first
        self.assertEqual((await exchange(receiver, BODY, signed(OLD)))[0].status, 409)
        go_on.set()
        while not told:
            await asyncio.sleep(0)
        while (await exchange(receiver, BODY, signed(OLD)))[0].status == 409:
            pass
        self.assertEqual(told, ["evt_1"])
