from __future__ import annotations

import json
import unittest

from parley_server import ApiError, ParleyClient, ServiceUnreachable, errors

from .exchanges import stand_in


class Client(unittest.TestCase):
    def setUp(self) -> None:
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.answers: list[tuple[int, object]] = []

        def answer(*request: object) -> tuple[int, bytes]:
            self.asked.append(request)  # type: ignore[arg-type]
            status, body = self.answers.pop(0)
            return status, body if isinstance(body, bytes) else json.dumps(body).encode()

        service = stand_in(answer)
        self.url = service.__enter__()
        self.addCleanup(service.__exit__, None, None, None)
        self.client = ParleyClient(f"{self.url}/", "pk_live_1", origin="https://www.example.com")

    def test_pages_are_read_as_they_are_needed(self) -> None:
        def page(number: int, has_next: bool) -> dict[str, object]:
            at = {"page": number, "size": 1, "total": 2, "total_pages": 2, "has_next": has_next}
            return {"avatars": [{"id": str(number), "name": "A", "later": 1}], "pagination": at}

        self.answers = [(200, page(0, True)), (200, page(1, False))]
        avatars = self.client.avatars(page_size=1)
        self.assertEqual(next(avatars).id, "0")
        self.assertEqual(len(self.asked), 1)
        self.assertEqual([avatar.id for avatar in avatars], ["1"])
        self.assertEqual([path for _, path, _, _ in self.asked], ["/avatars?page=0&size=1", "/avatars?page=1&size=1"])
        self.assertEqual(self.asked[0][2]["x-api-key"], "pk_live_1")
        self.assertEqual(self.asked[0][2]["origin"], "https://www.example.com")

    def test_parameters_are_escaped(self) -> None:
        self.answers = [(200, {"status": "OK", "failReason": 0, "state": {"avatarStatus": None}})]
        self.assertIsNone(self.client.query_session("a&b=c", ["avatarStatus"]).avatar_status)
        self.assertEqual(self.asked[0][1], "/session/query?sessionId=a%26b%3Dc&fields=avatarStatus")

    def test_errors_have_a_type_by_their_code(self) -> None:
        cases: list[tuple[int, object, type[ApiError], int | None]] = [
            (404, {"status": "FAIL", "failReason": 65, "message": "Session not found"}, errors.SessionNotFound, 65),
            (401, {"error": {"code": 16, "message": "Invalid API Key"}}, errors.InvalidKey, 16),
            (500, {"error": {"code": 45, "message": "x"}}, errors.Internal, 45),
            (503, {"error": {"code": 45, "message": "x"}}, errors.Unavailable, 45),
            (429, b"", errors.RateLimited, 36),
            (418, {"error": {"code": 99, "message": "new"}}, ApiError, 99),
            (502, b"<html>", ApiError, None),
            (200, b"<html>", ApiError, None),
            (302, b"", ApiError, None),
            (400, {"error": "text"}, ApiError, None),
        ]
        for status, body, kind, code in cases:
            self.answers = [(status, body)]
            with self.subTest(status=status, body=body), self.assertRaises(ApiError) as raised:
                self.client.disconnect_session("ses_1")
            self.assertIs(type(raised.exception), kind)
            self.assertEqual((raised.exception.status, raised.exception.code), (status, code))

    def test_a_service_that_is_not_there(self) -> None:
        with self.assertRaises(ServiceUnreachable):
            ParleyClient("http://127.0.0.1:9", "k").generate_token("1")
        for url in ("file:///etc", "talk.example.com", ""):
            with self.assertRaises(ValueError):
                ParleyClient(url, "k")

    def test_an_answer_without_end_is_not_read_to_its_end(self) -> None:
        self.answers = [(200, b" " * (4 * 1024 * 1024 + 1))]
        with self.assertRaises(ServiceUnreachable):
            self.client.avatar_page()
