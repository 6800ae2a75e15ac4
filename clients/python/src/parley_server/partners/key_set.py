"""The published keys of the service (JWKS)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from ..web.exchange import parse_object
from ..web.outgoing import ServiceUnreachable, send
from .base64url import decode
from .rs256 import PublicKey, public_key

_max_keys = 64
_fresh_seconds = 300
# Requests with invented key ids must not make us ask the service each time.
_pause_seconds = 10


class KeySet:
    """Read when a key is needed, and kept for five minutes. An unknown id makes it be read again."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._clock = clock
        self._lock = threading.Lock()
        self._keys: dict[str, PublicKey] = {}
        self._read_at: float | None = None

    def find(self, key_id: str) -> PublicKey | None:
        with self._lock:
            age = None if self._read_at is None else self._clock() - self._read_at
            if age is None or age > _fresh_seconds or (key_id not in self._keys and age > _pause_seconds):
                self._keys = self._read()
                self._read_at = self._clock()
            return self._keys.get(key_id)

    def _read(self) -> dict[str, PublicKey]:
        answer = send("GET", self._url, {"Accept": "application/json"})
        found = (parse_object(answer.body) or {}).get("keys")
        if answer.status != 200 or not isinstance(found, list):
            raise ServiceUnreachable(f"the keys of the service could not be read: HTTP {answer.status}")
        return dict(entry for entry in map(_read_key, found[:_max_keys]) if entry is not None)


def _read_key(entry: Any) -> tuple[str, PublicKey] | None:
    if not isinstance(entry, dict) or entry.get("kty") != "RSA":
        return None
    if entry.get("alg", "RS256") != "RS256" or entry.get("use", "sig") != "sig":
        return None
    key_id, modulus, exponent = entry.get("kid"), decode(entry.get("n")), decode(entry.get("e"))
    if not isinstance(key_id, str) or modulus is None or exponent is None:
        return None
    key = public_key(modulus, exponent)
    return None if key is None else (key_id, key)
