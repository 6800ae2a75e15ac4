"""The token of a request to a partner's webhook."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..web.exchange import parse_object
from ..webhooks.signature import VerificationError
from .base64url import decode
from .rs256 import PublicKey, is_signed

_leeway_seconds = 30
_max_length = 8192


def verify_token(
    token: str,
    find_key: Callable[[str], PublicKey | None],
    *,
    issuer: str,
    audience: str,
    now: float | None = None,
) -> None:
    """Only RS256 is accepted. Raises VerificationError."""
    parts = token.split(".") if len(token) <= _max_length else []
    head, claims, signature = [decode(part) for part in parts] if len(parts) == 3 else [None] * 3
    header = parse_object(head or b"")
    if header is None or claims is None or signature is None:
        raise VerificationError("The token is missing or malformed.")
    if header.get("alg") != "RS256" or "crit" in header:
        raise VerificationError("The token must be signed with RS256.")
    key_id = header.get("kid")
    key = find_key(key_id) if isinstance(key_id, str) else None
    if key is None:
        raise VerificationError("The service has no such key.")
    if not is_signed(key, f"{parts[0]}.{parts[1]}".encode(), signature):
        raise VerificationError("The signature of the token is wrong.")
    _check_claims(parse_object(claims) or {}, issuer, audience, time.time() if now is None else now)


def _check_claims(claims: dict[str, object], issuer: str, audience: str, now: float) -> None:
    if claims.get("iss") != issuer:
        raise VerificationError("The token comes from another service.")
    if claims.get("aud") not in (audience, [audience]):
        raise VerificationError("The token is for another partner.")
    expires, begins = claims.get("exp"), claims.get("nbf", 0)
    if not isinstance(expires, (int, float)) or not isinstance(begins, (int, float)):
        raise VerificationError("The token has no valid time.")
    # Written so that NaN, which Python reads as JSON, is refused.
    if not (begins - _leeway_seconds <= now < expires + _leeway_seconds):
        raise VerificationError("The token has expired or is not valid yet.")
