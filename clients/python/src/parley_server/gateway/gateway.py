"""Your endpoint: what a service calls when a visitor joins, speaks and leaves."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from ..web.endpoint import Endpoint
from ..web.exchange import BodyTooLarge, Request, Response, json_response, parse_object
from ..web.user_code import Call, HandlerTimeout, MaybeAsync, ask_store, call
from .reply import Reply, event_stream, pieces_of
from .requests import BadRequest, ChatRequest, Login, Logout, TakeoverEntry, read_request, session_id_of
from .session import Session
from .session_store import MemorySessions, SessionStore
from .shared_work import SharedWork

_log = logging.getLogger("parley_server")
_max_body_bytes = 1024 * 1024


class Refused(Exception):
    """Raise it in `on_login` to turn a visitor away. Its text is kept in the record of the session."""


@dataclass(frozen=True)
class Chat:
    """What a visitor said. `heard`: after an interruption, the words of the last reply that the visitor heard."""

    session: Session
    message: str
    heard: str | None = None
    takeover: Sequence[TakeoverEntry] = ()
    """After a person has handed back: what the visitor and the person said to each other."""


SessionHandler = Callable[[Session], MaybeAsync[None]]
ChatHandler = Callable[[Chat], MaybeAsync[Reply]]
S = TypeVar("S", bound=SessionHandler)
C = TypeVar("C", bound=ChatHandler)


class Gateway(Endpoint):
    """Give it the key of the avatar's endpoint settings, several while it is being replaced, or None if there is no key.
    Handlers are registered as decorators:

        @gateway.on_chat
        async def answer(chat):
            yield "One moment. "
            yield await look_up(chat.message)

    A handler is plain or `async`. A reply is a text, or an iterator whose pieces are spoken as they come.

    An `async` handler of LOGIN or LOGOUT is cancelled after its time limit. None: no limit.
    """

    def __init__(
        self,
        api_key: str | Sequence[str] | None,
        *,
        sessions: SessionStore | None = None,
        login_timeout_seconds: float | None = 60,
        logout_timeout_seconds: float | None = 600,
    ) -> None:
        keys = [api_key] if isinstance(api_key, str) else api_key
        if keys is not None and (len(keys) == 0 or "" in keys):
            raise ValueError("the key is empty; give None for an endpoint without a key")
        self._keys = None if keys is None else [key.encode() for key in keys]
        self._store: SessionStore = MemorySessions() if sessions is None else sessions
        # Handlers and LOGOUT must meet the same object, so that `is_over` is true everywhere.
        self._live: WeakValueDictionary[str, Session] = WeakValueDictionary()
        self._logins = SharedWork()
        self._logouts = SharedWork()
        self._login_timeout_seconds = login_timeout_seconds
        self._logout_timeout_seconds = logout_timeout_seconds
        self._on_login: SessionHandler | None = None
        self._on_chat: ChatHandler | None = None
        self._on_logout: SessionHandler | None = None

    def on_login(self, handler: S) -> S:
        self._on_login = handler
        return handler

    def on_chat(self, handler: C) -> C:
        self._on_chat = handler
        return handler

    def on_logout(self, handler: S) -> S:
        self._on_logout = handler
        return handler

    async def session(self, session_id: str) -> Session | None:
        """An open session, for messages from elsewhere: `await session.say_async("Your order is ready.")`"""
        login = await ask_store(self._store.get, session_id)
        return None if login is None else self._session_of(login)

    async def handle(self, request: Request) -> Response:
        if request.method != "POST":
            return _answer(405, "", "Send a POST request.", headers={"allow": "POST"})
        if not self._has_key(request.headers.get("authorization", "")):
            return _answer(401, "", "The API key is missing or wrong.", headers={"www-authenticate": "Bearer"})
        try:
            fields = parse_object(await request.read(_max_body_bytes))
        except BodyTooLarge:
            return _answer(413, "", f"The body has more than {_max_body_bytes} bytes.")
        if fields is None:
            return _answer(400, "", "The body must be a JSON object.")
        session_id = session_id_of(fields)
        try:
            step = read_request(fields)
            if isinstance(step, Login):
                return await self._log_in(step)
            if isinstance(step, Logout):
                return await self._log_out(session_id)
            # A visitor who interrupts the avatar ends the request. Then the answer need not be made.
            request.stop_when_gone()
            return await self._chat(step, "text/event-stream" in request.headers.get("accept", ""))
        except BadRequest as problem:
            return _answer(400, session_id, str(problem))
        except Refused as refusal:
            return _answer(403, session_id, str(refusal))
        except Exception:
            self._report()
            return _answer(500, session_id, "The endpoint failed.")

    def _has_key(self, authorization: str) -> bool:
        if self._keys is None:
            return True
        scheme, _, given = authorization.partition(" ")
        token = given.strip().encode("latin-1", "replace")
        # Each key is compared, so that the time does not tell which one it is.
        is_known = sum(hmac.compare_digest(token, key) for key in self._keys) > 0
        return scheme.lower() == "bearer" and is_known

    def _session_of(self, login: Login) -> Session:
        session = self._live.setdefault(login.session_id, Session(login))
        session.login = login
        return session

    async def _log_in(self, login: Login) -> Response:
        if self._logouts.is_running(login.session_id):
            # A request that was overtaken. Nothing would close what `on_login` opens.
            return _answer(403, login.session_id, "The session is over.")
        session = self._session_of(login)

        def begin() -> Coroutine[Any, Any, None]:
            session.renew()
            return self._open(session)

        # The service waits 5 seconds and then sends LOGIN again, while the handler of the first one still runs.
        await self._logins.run(session.id, begin)
        return _answer(200, session.id)

    async def _open(self, session: Session) -> None:
        # LOGIN may come again for a session, after a restart or if the answer got lost.
        if self._on_login is not None:
            handling = Call(self._on_login, session)
            try:
                await handling.within(self._login_timeout_seconds)
            except HandlerTimeout:
                handling.if_late(lambda: self._keep(session))
                raise
        await self._keep(session)

    async def _keep(self, session: Session) -> None:
        if not session.has_ended:
            await ask_store(self._store.put, session.login)
        # LOGOUT came meanwhile.
        if session.has_ended:
            await self._end(session)

    async def _log_out(self, session_id: str) -> Response:
        await self._logouts.run(session_id, lambda: self._close(session_id))
        return _answer(200, session_id)

    async def _close(self, session_id: str) -> None:
        opening = self._live.get(session_id)
        if opening is not None:
            opening.end()
        await self._logins.until_ended(session_id)
        login = await ask_store(self._store.get, session_id)
        if login is not None:
            session = self._session_of(login)
            session.end()
            await self._end(session)

    async def _end(self, session: Session) -> None:
        if self._on_logout is not None:
            handling = Call(self._on_logout, session)
            try:
                await handling.within(self._logout_timeout_seconds)
            except Exception:
                handling.if_late(lambda: self._forget(session))
                if self._logouts.is_running(session.id):
                    # The LOGOUT that comes again must find the session.
                    await ask_store(self._store.put, session.login)
                raise
        await self._forget(session)

    async def _forget(self, session: Session) -> None:
        await ask_store(self._store.remove, session.id)

    async def _chat(self, request: ChatRequest, may_stream: bool) -> Response:
        session = await self.session(request.session_id)
        if session is None:
            # After this answer the service sends LOGIN again and repeats the CHAT.
            return _answer(401, request.session_id, "Unknown session")
        if self._on_chat is None:
            return _answer(200, session.id, reply="")
        reply = await call(self._on_chat, Chat(session, request.message, request.heard, request.takeover))
        pieces = pieces_of(reply)
        if not may_stream or reply is None or isinstance(reply, str):
            return _answer(200, session.id, reply="".join([piece async for piece in pieces]))
        # An error before the first piece can still be answered with its own status.
        first = await anext(pieces, "")
        body = event_stream(first, pieces, session.id, self._report)
        return Response(200, body, {"content-type": "text/event-stream", "cache-control": "no-store"})

    def _report(self) -> None:
        _log.exception("A handler failed")


def _answer(
    status: int,
    session_id: str,
    message: str = "",
    *,
    reply: str | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    fields = {} if reply is None else {"reply": reply}
    fields |= {"sessionId": session_id, "status": "OK" if status == 200 else "ERROR", "statusMessage": message}
    return json_response(status, fields, headers)
