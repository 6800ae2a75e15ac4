from __future__ import annotations

import logging
import unittest


class QuietTests(unittest.IsolatedAsyncioTestCase):
    """Tests of what fails, without its log."""

    def setUp(self) -> None:
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)
