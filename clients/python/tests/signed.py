"""Requests to a webhook receiver, signed as the service signs them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

OLD, NEW = ("whsec_" + base64.b64encode(letter * 24).decode() for letter in (b"o", b"n"))
BODY = b'{"message_type": "Event", "name": "webhook.test", "details": {"triggered_by": "ann", "timestamp": 1}}'


def sign(secret: str, body: bytes, webhook_id: str, at: int) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{webhook_id}.{at}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def signed(*secrets: str, body: bytes = BODY, webhook_id: str = "evt_1", at: int | None = None) -> dict[str, str]:
    at = int(time.time()) if at is None else at
    signatures = " ".join(sign(secret, body, webhook_id, at) for secret in secrets)
    return {"webhook-id": webhook_id, "webhook-timestamp": str(at), "webhook-signature": signatures}
