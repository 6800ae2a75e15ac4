from __future__ import annotations

import logging
import time
import unittest
import unittest.mock
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class QuietTests(unittest.IsolatedAsyncioTestCase):
    """Tests of what fails, without its log."""

    def setUp(self) -> None:
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)


class _PromptThreads(ThreadPoolExecutor):
    def submit(self, function: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        future = super().submit(function, *args, **more)
        while not (future.running() or future.done()):
            time.sleep(0.001)
        return future


class PromptHandlers(QuietTests):
    """Plain handlers have begun before their time runs, however slow the machine is."""

    def setUp(self) -> None:
        super().setUp()
        threads = _PromptThreads()
        self.addCleanup(threads.shutdown, wait=False)
        patch = unittest.mock.patch("parley_server.web.user_code._threads", threads)
        patch.start()
        self.addCleanup(patch.stop)
