"""The bodies of requests to an endpoint."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal, Union

from ..web.outgoing import is_web_address

_max_id_length = 256
_token = re.compile(r"[\x21-\x7e]{1,4096}")


class BadRequest(Exception):
    """A body that does not follow the contract. Its text says why."""


@dataclass(frozen=True)
class Login:
    """A visitor joins. `user_id` is a claim of the page, not a proof."""

    session_id: str
    user_id: str
    locale: str
    last_seen: str
    """The visitor's previous login, `YYYY-MM-DD HH:MM:SS` in UTC."""
    auth_token: str
    callback_url: str
    access_token: str | None = None
    custom_string: str | None = None
    jwt_token: str | None = None


@dataclass(frozen=True)
class TakeoverEntry:
    speaker: Literal["user", "person"]
    message: str


@dataclass(frozen=True)
class ChatRequest:
    session_id: str
    message: str
    heard: str | None
    takeover: tuple[TakeoverEntry, ...]


@dataclass(frozen=True)
class Logout:
    session_id: str


def session_id_of(fields: dict[str, Any]) -> str:
    """Empty if the body names none."""
    value = fields.get("sessionId")
    return value if isinstance(value, str) and len(value) <= _max_id_length else ""


def read_request(fields: dict[str, Any]) -> Union[Login, ChatRequest, Logout]:
    session_id = session_id_of(fields)
    if session_id == "":
        raise BadRequest(f"sessionId must be a text of 1 to {_max_id_length} characters.")
    action = fields.get("action")
    if action == "LOGIN":
        return _read_login(session_id, fields)
    if action == "CHAT":
        takeover = _takeover_of(fields.get("takeover"))
        return ChatRequest(session_id, _text(fields, "message"), _optional_text(fields, "heard"), takeover)
    if action == "LOGOUT":
        return Logout(session_id)
    raise BadRequest("action must be LOGIN, CHAT or LOGOUT.")


def _read_login(session_id: str, fields: dict[str, Any]) -> Login:
    token, url = _text(fields, "authToken"), _text(fields, "callbackUrl")
    if not _token.fullmatch(token):
        raise BadRequest("authToken must have printable characters only.")
    if not is_web_address(url):
        raise BadRequest("callbackUrl must be a web address.")
    return Login(
        session_id=session_id,
        user_id=_text(fields, "userId"),
        locale=_text(fields, "locale"),
        last_seen=_text(fields, "lastSeen"),
        auth_token=token,
        callback_url=url,
        access_token=_optional_text(fields, "accessToken"),
        custom_string=_optional_text(fields, "customString"),
        jwt_token=_optional_text(fields, "jwtToken"),
    )


def _takeover_of(value: object) -> tuple[TakeoverEntry, ...]:
    """Empty if it has another form: the message can be answered without it."""
    entries = value if isinstance(value, list) else []
    known = [
        TakeoverEntry(entry["speaker"], entry["message"])
        for entry in entries
        if isinstance(entry, dict)
        and entry.get("speaker") in ("user", "person")
        and isinstance(entry.get("message"), str)
    ]
    return tuple(known) if len(known) == len(entries) else ()


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise BadRequest(f"{name} must be a text.")
    return value


def _optional_text(fields: dict[str, Any], name: str) -> str | None:
    return None if fields.get(name) is None else _text(fields, name)
