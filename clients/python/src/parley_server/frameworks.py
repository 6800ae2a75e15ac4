"""Adds an endpoint to an application of FastAPI, Starlette or Flask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .web.endpoint import Endpoint

if TYPE_CHECKING:
    from flask import Flask
    from starlette.applications import Starlette


def add_to_starlette(app: Starlette, path: str, endpoint: Endpoint) -> None:
    """Also for FastAPI. Do not use `mount`: it answers with a redirect, and redirects are not followed."""
    from starlette.routing import Route

    app.router.routes.append(Route(path, endpoint))


def add_to_flask(app: Flask, path: str, endpoint: Endpoint) -> None:
    app.add_url_rule(path, endpoint=path, view_func=lambda: endpoint.wsgi, methods=["POST"])
