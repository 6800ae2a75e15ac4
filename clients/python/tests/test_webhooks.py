from __future__ import annotations

import asyncio
import logging
import threading
import time
import unittest

from parley_server import Delivery, MemoryIds, VerificationError, WebhookReceiver, verify_signature
from parley_server.web.asgi import Message

from .exchanges import exchange
from .signed import BODY, NEW, OLD, signed


class Signatures(unittest.TestCase):
    def test_known_value(self) -> None:
        # From the specification of Standard Webhooks.
        headers = {
            "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "Webhook-Timestamp": "1614265330",
            "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        found = verify_signature(b'{"test": 2432232314}', headers, secret, now=1614265330)
        self.assertEqual(found, "msg_p5jXN8AQM9LWM0D4loKWxJek")

    def test_rotation(self) -> None:
        both = signed(OLD, NEW)
        for secrets in (OLD, NEW, [OLD, NEW]):
            self.assertEqual(verify_signature(BODY, both, secrets), "evt_1")
        self.assertEqual(verify_signature(BODY, signed(NEW), [OLD, NEW]), "evt_1")

    def test_attacks(self) -> None:
        good = signed(OLD)
        now = int(time.time())
        cases: dict[str, tuple[bytes, dict[str, str]]] = {
            "unsigned": (BODY, {}),
            "no id": (BODY, {**good, "webhook-id": ""}),
            "another id": (BODY, {**good, "webhook-id": "evt_2"}),
            "another body": (BODY + b" ", good),
            "another secret": (BODY, signed(NEW)),
            "another version": (BODY, {**good, "webhook-signature": good["webhook-signature"].replace("v1", "v2")}),
            "no signature": (BODY, {**good, "webhook-signature": "v1,"}),
            "signatures without end": (BODY, {**good, "webhook-signature": "v1,x " * 1000 + good["webhook-signature"]}),
            "too old": (BODY, signed(OLD, at=now - 301)),
            "from the future": (BODY, signed(OLD, at=now + 320)),
            "another time": (BODY, {**good, "webhook-timestamp": str(now - 1)}),
            "no number": (BODY, {**good, "webhook-timestamp": "²"}),
            "a negative number": (BODY, {**good, "webhook-timestamp": "-1"}),
        }
        for name, (body, headers) in cases.items():
            with self.subTest(name), self.assertRaises(VerificationError):
                verify_signature(body, headers, OLD)

    def test_secrets_of_a_wrong_form(self) -> None:
        for secret in ("", "whsec_", "whsec_not base64", "whsec_AAAA"):
            with self.subTest(secret), self.assertRaises(ValueError):
                WebhookReceiver(secret)


class Receiving(unittest.IsolatedAsyncioTestCase):
    async def test_each_event_is_handled_once(self) -> None:
        receiver = WebhookReceiver(OLD)
        handled: list[Delivery] = []
        receiver.on_event(handled.append)
        for _ in range(2):
            response, _body = await exchange(receiver, BODY, {**signed(OLD), "parley-sequence": "3"})
            self.assertEqual(response.status, 204)
        self.assertEqual([(each.id, each.event["name"], each.sequence) for each in handled], [("evt_1", "webhook.test", 3)])

    async def test_a_failed_event_comes_again(self) -> None:
        receiver = WebhookReceiver(OLD)
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)
        tries: list[str] = []

        @receiver.on_event
        def handle(delivery: Delivery) -> None:
            tries.append(delivery.id)
            if len(tries) == 1:
                raise RuntimeError("out of order")

        statuses = [(await exchange(receiver, BODY, signed(OLD)))[0].status for _ in range(3)]
        self.assertEqual((statuses, len(tries)), ([500, 204, 204], 2))

    async def test_a_repetition_while_the_first_is_being_handled(self) -> None:
        receiver = WebhookReceiver(OLD)
        begun, go_on = asyncio.Event(), asyncio.Event()

        @receiver.on_event
        async def handle(_: Delivery) -> None:
            begun.set()
            await go_on.wait()

        first = asyncio.create_task(exchange(receiver, BODY, signed(OLD)))
        await begun.wait()
        self.assertEqual((await exchange(receiver, BODY, signed(OLD)))[0].status, 409)
        go_on.set()
        self.assertEqual((await first)[0].status, 204)

    async def test_a_service_that_no_longer_waits_does_not_have_the_event_handled_twice(self) -> None:
        receiver = WebhookReceiver(OLD)
        begun, leaves, go_on = threading.Event(), asyncio.Event(), threading.Event()
        self.addCleanup(go_on.set)
        handled: list[str] = []

        @receiver.on_event
        def handle(delivery: Delivery) -> None:
            handled.append(delivery.id)
            begun.set()
            if len(handled) == 1:
                go_on.wait()

        sent: list[Message] = []
        received: list[Message] = [{"type": "http.request", "body": BODY}]

        async def receive() -> Message:
            if received:
                return received.pop()
            await leaves.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        headers = [(name.encode(), value.encode()) for name, value in signed(OLD).items()]
        first = asyncio.create_task(receiver({"type": "http", "method": "POST", "headers": headers}, receive, send))
        await asyncio.to_thread(begun.wait)
        leaves.set()
        # Whoever watches for the end of the connection sees it now.
        for _ in range(10):
            await asyncio.sleep(0)
        self.assertEqual((await exchange(receiver, BODY, signed(OLD)))[0].status, 409)
        go_on.set()
        await first
        self.assertEqual((await exchange(receiver, BODY, signed(OLD)))[0].status, 204)
        self.assertEqual(handled, ["evt_1"])

    async def test_refusals(self) -> None:
        receiver = WebhookReceiver(OLD)
        self.assertEqual((await exchange(receiver, BODY, signed(NEW)))[0].status, 401)
        self.assertEqual((await exchange(receiver, b"", method="GET"))[0].status, 405)
        self.assertEqual((await exchange(receiver, b"x" * (16 * 1024 * 1024 + 1), signed(OLD)))[0].status, 413)
        for body in (b"", b"[]", b"{}", b'{"name": "x"}'):
            self.assertEqual((await exchange(receiver, body, signed(OLD, body=body)))[0].status, 400)

    def test_the_memory_of_ids_is_bounded(self) -> None:
        ids = MemoryIds(2)
        self.assertEqual([ids.claim(name) for name in ("a", "b", "c", "c", "a")], ["new", "new", "new", "busy", "new"])

    def test_a_success_is_not_forgotten_when_another_attempt_fails(self) -> None:
        ids = MemoryIds(busy_seconds=0)
        self.assertEqual([ids.claim("a"), ids.claim("a")], ["new", "new"])
        ids.finish("a")
        ids.release("a")
        self.assertEqual(ids.claim("a"), "done")

    def test_an_id_that_stays_busy_is_new_again_after_its_time(self) -> None:
        now = 0.0
        ids = MemoryIds(busy_seconds=60, clock=lambda: now)
        seen = []
        for now in (0.0, 59.0, 60.0, 61.0):
            seen.append(ids.claim("a"))
        ids.finish("a")
        now = 1000.0
        self.assertEqual([*seen, ids.claim("a")], ["new", "busy", "new", "busy", "done"])
