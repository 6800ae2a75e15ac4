"""An endpoint for webhook requests."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from ..web.endpoint import Endpoint
from ..web.exchange import BodyTooLarge, ClientGone, Request, Response, json_response, parse_object
from ..web.user_code import MaybeAsync, call
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

    If the handler fails, the service sends the event again.
    """

    def __init__(
        self,
        secret: str | Sequence[str],
        *,
        received: ReceivedIds | None = None,
        tolerance_seconds: int = 300,
    ) -> None:
        self._secrets = [secret] if isinstance(secret, str) else list(secret)
        for each in self._secrets:
            secret_key(each)
        self._received: ReceivedIds = MemoryIds() if received is None else received
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
        return await self._deliver(Delivery(webhook_id, cast(Event, event), number))

    async def _deliver(self, delivery: Delivery) -> Response:
        try:
            claim = await call(self._received.claim, delivery.id)
            if claim == "done":
                return Response(204)
            if claim == "busy":
                # The first handler may still fail, so the service must try again.
                return _refuse(409, "The event is being handled.")
            try:
                if self._on_event is not None:
                    await call(self._on_event, delivery)
            except BaseException:
                await call(self._received.release, delivery.id)
                raise
            await call(self._received.finish, delivery.id)
        except Exception:
            _log.exception("A webhook event could not be handled")
            return _refuse(500, "The event could not be handled.")
        return Response(204)


def _refuse(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    return json_response(status, {"error": message}, headers)
