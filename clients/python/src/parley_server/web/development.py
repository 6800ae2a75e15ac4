"""A server for development."""

from __future__ import annotations

from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server

from .endpoint import Endpoint


class DevelopmentServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True


def development_server(endpoint: Endpoint, host: str = "127.0.0.1", port: int = 3000) -> DevelopmentServer:
    return make_server(host, port, endpoint.wsgi, server_class=DevelopmentServer)


def serve(endpoint: Endpoint, host: str = "127.0.0.1", port: int = 3000) -> None:
    """Answers requests at every path until the program ends. In production, use any ASGI or WSGI server."""
    with development_server(endpoint, host, port) as server:
        print(f"Listening at http://{host}:{server.server_port}", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
