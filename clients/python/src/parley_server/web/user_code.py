"""Calls functions of the user, be they plain or `async`."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, Union, cast

T = TypeVar("T")
MaybeAsync = Union[T, Awaitable[T]]

# Most of them wait for a model or a database. The pool of asyncio has as few as five.
_threads = ThreadPoolExecutor(max_workers=128, thread_name_prefix="parley-handler")


async def in_thread(function: Callable[..., T], *args: Any) -> T:
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(_threads, context.run, function, *args)


async def call(function: Callable[..., MaybeAsync[T]], *args: Any) -> T:
    """Plain functions run in a thread, because they would stop every other request."""
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        result: Any = function(*args)
    else:
        result = await in_thread(function, *args)
    return cast(T, await result if inspect.isawaitable(result) else result)
