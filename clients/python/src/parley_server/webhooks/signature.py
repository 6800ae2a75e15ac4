"""The signature of a webhook request (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence

_max_signatures = 16


class VerificationError(Exception):
    """The request does not come from the service, or is too old."""


def verify_signature(
    body: bytes,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: int = 300,
    now: float | None = None,
) -> str:
    """Checks the raw bytes of a request and returns its `webhook-id`.

    One right signature for one of the secrets is enough: during a rotation there are two of either.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    signatures = given.get("webhook-signature", "").split(" ")
    if not message_id or not timestamp or not signatures[0]:
        raise VerificationError("A header of the signature is missing.")
    if len(message_id) > 256 or len(signatures) > _max_signatures:
        raise VerificationError("A header of the signature is too long.")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 16):
        raise VerificationError("webhook-timestamp is not a number.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise VerificationError("The request is too old, or the clocks differ.")
    signed = f"{message_id}.{timestamp}.".encode("latin-1", "replace") + body
    keys = [secret_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    expected = [base64.b64encode(hmac.digest(key, signed, hashlib.sha256)) for key in keys]
    matches = [
        hmac.compare_digest(value.encode("latin-1", "replace"), right)
        for version, _, value in (signature.partition(",") for signature in signatures)
        if version == "v1"
        for right in expected
    ]
    if not any(matches):
        raise VerificationError("The signature is wrong.")
    return message_id


def secret_key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise ValueError("a webhook secret has the form whsec_<base64>") from error
    if len(key) < 16:
        raise ValueError("the webhook secret is too short")
    return key
