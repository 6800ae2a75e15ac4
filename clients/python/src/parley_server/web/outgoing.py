"""Requests to the service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from urllib.parse import urlsplit
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

timeout_seconds = 10.0
max_answer_bytes = 4 * 1024 * 1024

# Without the handlers for redirects and files: a redirect would take the key elsewhere.
_opener = OpenerDirector()
for _handler in (ProxyHandler(), HTTPHandler(), HTTPSHandler()):
    _opener.add_handler(_handler)


class ServiceUnreachable(Exception):
    """The service did not answer. The same request may succeed later."""


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes


def is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None = None) -> Answer:
    if not is_web_address(url):
        raise ValueError(f"not a web address: {url}")
    request = Request(url, body, dict(headers), method=method)
    request.add_header("User-Agent", "parley-server-python")
    try:
        with _opener.open(request, timeout=timeout_seconds) as response:
            data = response.read(max_answer_bytes + 1)
            status = int(response.status)
    except (OSError, HTTPException) as error:
        raise ServiceUnreachable(f"{method} {urlsplit(url).path}: {error}") from error
    if len(data) > max_answer_bytes:
        raise ServiceUnreachable(f"{method} {urlsplit(url).path}: the answer is too large")
    return Answer(status, data)
