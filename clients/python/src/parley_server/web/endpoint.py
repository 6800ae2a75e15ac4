"""What the gateway and the webhook receivers have in common: every Python web server can run them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from .asgi import Message, Receive, Send, run_asgi
from .exchange import Request, Response
from .wsgi import Environ, StartResponse, run_wsgi


class Endpoint(ABC):
    """An ASGI application. Its method `wsgi` is a WSGI application."""

    @abstractmethod
    async def handle(self, request: Request) -> Response: ...

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        await run_asgi(self.handle, scope, receive, send)

    def wsgi(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        return run_wsgi(self.handle, environ, start_response)
