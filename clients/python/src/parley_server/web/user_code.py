"""Calls functions of the user, be they plain or `async`."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, TypeVar, Union, cast

T = TypeVar("T")
MaybeAsync = Union[T, Awaitable[T]]

_log = logging.getLogger("parley_server")
# How long a cancelled function may take to give back what it has.
_cleanup_seconds = 10.0
_store_seconds = 60.0
# The event loop itself does not keep tasks from the garbage collector.
_background: set[asyncio.Task[Any]] = set()

# Most of them wait for a model or a database. The pool of asyncio has as few as five.
_threads = ThreadPoolExecutor(max_workers=128, thread_name_prefix="parley-handler")
# Handlers that hang must not keep stores from being asked.
_store_threads = ThreadPoolExecutor(max_workers=32, thread_name_prefix="parley-store")


def _submit(threads: ThreadPoolExecutor, function: Callable[..., T], args: tuple[Any, ...]) -> Future[T]:
    return threads.submit(contextvars.copy_context().run, function, *args)


async def in_thread(function: Callable[..., T], *args: Any) -> T:
    return await asyncio.wrap_future(_submit(_threads, function, args))


async def call(function: Callable[..., MaybeAsync[T]], *args: Any) -> T:
    """Plain functions run in a thread, because they would stop every other request."""
    if _is_async(function):
        result: Any = function(*args)
    else:
        result = await in_thread(function, *args)
    return cast(T, await result if inspect.isawaitable(result) else result)


async def ask_store(function: Callable[..., MaybeAsync[T]], *args: Any) -> T:
    """Calls a method of a store of the user. One that hangs must not keep the request for ever."""
    return await Call(function, *args, threads=_store_threads).within(_store_seconds)


def in_background(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """The end of the request that began it does not cancel it."""
    task = asyncio.create_task(work)
    _background.add(task)
    task.add_done_callback(_background.discard)
    return task


class HandlerTimeout(Exception):
    """A function of the user has not ended in its time."""


class Call(Generic[T]):
    """A call with a time limit. It begins as soon as there is a thread for it, an `async` function at once."""

    def __init__(
        self, function: Callable[..., MaybeAsync[T]], *args: Any, threads: ThreadPoolExecutor | None = None
    ) -> None:
        self._name = getattr(function, "__qualname__", type(function).__name__)
        self._threads = _threads if threads is None else threads
        self._in_thread: Future[Any] | None = None
        self._is_late = False
        self._task: asyncio.Task[T] = in_background(self._run(function, args))

    async def _run(self, function: Callable[..., MaybeAsync[T]], args: tuple[Any, ...]) -> T:
        result: Any
        if _is_async(function):
            result = function(*args)
        else:
            self._in_thread = _submit(self._threads, function, args)
            result = await asyncio.wrap_future(self._in_thread)
            self._in_thread = None
        if self._is_late and inspect.iscoroutine(result):
            # Its time is over, and nothing would cancel it later.
            result.close()
            raise HandlerTimeout(f"{self._name} began too late")
        return cast(T, await result if inspect.isawaitable(result) else result)

    async def within(self, seconds: float | None) -> T:
        """Raises HandlerTimeout. An `async` function is cancelled then. A plain one cannot be ended and goes on, unless it
        still waits for a thread.

        What a cancelled one returns does not count: perhaps it has only stopped.
        """
        try:
            await asyncio.wait({self._task}, timeout=seconds)
            self._is_late = not self._task.done()
            if self._is_late and (self._in_thread is None or self._in_thread.cancel()):
                self._task.cancel()
                await asyncio.wait({self._task}, timeout=_cleanup_seconds)
        except asyncio.CancelledError:
            self._task.cancel()
            raise
        if self._is_late and (not self._task.done() or self._task.cancelled() or self._task.exception() is None):
            raise HandlerTimeout(f"{self._name} has not ended within {seconds} seconds")
        return self._task.result()

    def if_late(self, then: Callable[[], Awaitable[None]] | None = None) -> None:
        """For a function that goes on after its time: logs its error. `then`: what to do if it succeeds after all."""
        if not self._task.done():
            in_background(self._later(then))

    async def _later(self, then: Callable[[], Awaitable[None]] | None) -> None:
        try:
            await self._task
            if then is not None:
                await then()
        except Exception:
            _log.exception("A handler failed after its time")


def _is_async(function: Callable[..., Any]) -> bool:
    # An object may have an `async` method `__call__`.
    return any(
        inspect.iscoroutinefunction(each) or inspect.isasyncgenfunction(each)
        for each in (function, getattr(function, "__call__", None))
    )
