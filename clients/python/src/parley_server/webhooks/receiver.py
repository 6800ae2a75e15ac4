"""An endpoint for webhook requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from ..web.endpoint import Endpoint
from ..web.exchange import BodyTooLarge, ClientGone, Request, Response, json_response, parse_object
from ..web.user_code import Call, MaybeAsync, ask_store, in_background
from .event_types import Event
from .received_ids import MemoryIds, ReceivedIds
from .signature import VerificationError, secret_key, verify_signature

_log = logging.getLogger("parley_server")
# A transcript has at most about 5 MB.
_max_body_bytes = 16 * 1024 * 1024


@dataclass(frozen=True)
class Delivery:
    id: str
    """The `webhook-id`."""
    event: Event
    sequence: int | None
    """Counts the events of a session."""


Handler = Callable[[Delivery], MaybeAsync[None]]
H = TypeVar("H", bound=Handler)


class WebhookReceiver(Endpoint):
    """Give it the webhook's secret, or both secrets during a rotation. The handler sees every event once:

        @receiver.on_event
        def handle(delivery):
            if delivery.event["name"] == "session:conversation":
                print(delivery.event["details"]["summary"])

    If the handler fails, or takes longer than its time limit, the service sends the event again. An `async` handler is
    cancelled then. None: no limit.
    """

    def __init__(
        self,
        secret: str | Sequence[str],
        *,
        received: ReceivedIds | None = None,
        tolerance_seconds: int = 300,
        handler_timeout_seconds: float | None = 600,
    ) -> None:
        self._secrets = [secret] if isinstance(secret, str) else list(secret)
        for each in self._secrets:
            secret_key(each)
        limit = handler_timeout_seconds
        busy_seconds = None if limit is None else limit + 120
        self._received: ReceivedIds = MemoryIds(busy_seconds=busy_seconds) if received is None else received
        self._handler_timeout_seconds = limit
        self._tolerance_seconds = tolerance_seconds
        self._on_event: Handler | None = None

    def on_event(self, handler: H) -> H:
        self._on_event = handler
        return handler

    async def verify(self, body: bytes, headers: Mapping[str, str]) -> str:
        """Returns the `webhook-id`, or raises VerificationError."""
        return verify_signature(body, headers, self._secrets, tolerance_seconds=self._tolerance_seconds)

    async def handle(self, request: Request) -> Response:
        if request.method != "POST":
            return _refuse(405, "Send a POST request.", {"allow": "POST"})
        delivery = await self._read(request)
        if isinstance(delivery, Response):
            return delivery
        # A server that cancels the request of a client that has gone must not leave an event half handled.
        return await asyncio.shield(in_background(self._deliver(delivery)))

    async def _read(self, request: Request) -> Delivery | Response:
        try:
            body = await request.read(_max_body_bytes)
            webhook_id = await self.verify(body, request.headers)
        except BodyTooLarge:
            return _refuse(413, f"The body has more than {_max_body_bytes} bytes.")
        except VerificationError as problem:
            return _refuse(401, str(problem))
        except ClientGone:
            raise
        except Exception:
            _log.exception("A webhook request could not be verified")
            return _refuse(500, "The request could not be verified.")
        event = parse_object(body)
        if event is None or not isinstance(event.get("name"), str) or not isinstance(event.get("details"), dict):
            return _refuse(400, "The body is not an event.")
        sequence = request.headers.get("parley-sequence", "")
        number = int(sequence) if sequence.isascii() and sequence.isdigit() and len(sequence) < 16 else None
        return Delivery(webhook_id, cast(Event, event), number)

    async def _deliver(self, delivery: Delivery) -> Response:
        try:
            claim = await ask_store(self._received.claim, delivery.id)
            if claim == "done":
                return Response(204)
            if claim == "busy":
                # The first handler may still fail, so the service must try again.
                return _refuse(409, "The event is being handled.")
            if self._on_event is not None:
                handling = Call(self._on_event, delivery)
                try:
                    await handling.within(self._handler_timeout_seconds)
                except BaseException:
                    # A success that comes now does not count: the next attempt may be under way.
                    handling.if_late()
                    await ask_store(self._received.release, delivery.id)
                    raise
            await ask_store(self._received.finish, delivery.id)
        except Exception:
            _log.exception("A webhook event could not be handled")
            return _refuse(500, "The event could not be handled.")
        return Response(204)


def _refuse(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    return json_response(status, {"error": message}, headers)
