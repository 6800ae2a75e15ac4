from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from parley_server import PartnerReceiver, VerificationError
from parley_server.partners.key_set import KeySet
from parley_server.partners.rs256 import is_signed, public_key
from parley_server.partners.token import verify_token

from .exchanges import exchange, stand_in
from .test_webhooks import BODY, NEW, OLD, signed

JWK = json.loads(Path(__file__).with_name("rsa_key.json").read_text())
DIGEST_INFO = bytes.fromhex("3031300d060960864801650304020105000420")
ISSUER, AUDIENCE = "https://talk.example.com", "cli_1"


def number(name: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(JWK[name] + "=="), "big")


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw_sign(block: bytes) -> bytes:
    return pow(int.from_bytes(block, "big"), number("d"), number("n")).to_bytes(256, "big")


def sign(message: bytes) -> bytes:
    digest = DIGEST_INFO + hashlib.sha256(message).digest()
    return raw_sign(b"\x00\x01" + b"\xff" * (253 - len(digest)) + b"\x00" + digest)


def token(
    claims: dict[str, Any] | None = None,
    header: dict[str, Any] | None = None,
    make: Callable[[bytes], bytes] = sign,
) -> str:
    now = int(time.time())
    head = encode(json.dumps({"alg": "RS256", "kid": "k1", **(header or {})}).encode())
    whole = {"iss": ISSUER, "aud": AUDIENCE, "iat": now, "exp": now + 300, **(claims or {})}
    body = encode(json.dumps({name: value for name, value in whole.items() if value is not None}).encode())
    return f"{head}.{body}.{encode(make(f'{head}.{body}'.encode()))}"


KEY = public_key(base64.urlsafe_b64decode(JWK["n"] + "=="), b"\x01\x00\x01")
assert KEY is not None


def verify(text: str) -> None:
    verify_token(text, {"k1": KEY}.get, issuer=ISSUER, audience=AUDIENCE)


class Tokens(unittest.TestCase):
    def test_a_good_token(self) -> None:
        verify(token())
        verify(token({"aud": [AUDIENCE], "nbf": int(time.time())}))

    def test_attacks(self) -> None:
        good = token()
        head, body, signature = good.split(".")
        now = int(time.time())
        public_text = JWK["n"].encode()
        cases = {
            "empty": "",
            "two parts": f"{head}.{body}",
            "too long": good + "A" * 9000,
            "padding": f"{head}.{body}.{signature}==",
            "a foreign character": f"{head}.{body}.{signature}\n",
            "no signature": f"{head}.{body}.",
            "alg none": token(header={"alg": "none"}),
            "alg none without a signature": f"{encode(json.dumps({'alg': 'none', 'kid': 'k1'}).encode())}.{body}.",
            "HS256 with the public key": token(
                header={"alg": "HS256"}, make=lambda message: hmac.digest(public_text, message, "sha256")
            ),
            "RS512": token(header={"alg": "RS512"}),
            "crit": token(header={"crit": ["exp"]}),
            "unknown kid": token(header={"kid": "k2"}),
            "kid of another type": token(header={"kid": ["k1"]}),
            "another audience": token({"aud": "cli_2"}),
            "a list of audiences": token({"aud": [AUDIENCE, "cli_2"]}),
            "no audience": token({"aud": None}),
            "another issuer": token({"iss": "https://evil.example.com"}),
            "issuer with a slash": token({"iss": f"{ISSUER}/"}),
            "expired": token({"exp": now - 60}),
            "no expiry": token({"exp": None}),
            "expiry as a text": token({"exp": str(now + 60)}),
            "expiry that is not a number": token({"exp": float("nan")}),
            "not valid yet": token({"nbf": now + 120}),
            "other claims": f"{head}.{token({'sub': 'x'}).split('.')[1]}.{signature}",
        }
        for name, text in cases.items():
            with self.subTest(name), self.assertRaises(VerificationError):
                verify(text)

    def test_only_the_exact_padding_is_accepted(self) -> None:
        assert KEY is not None
        message = b"message"
        digest = hashlib.sha256(message).digest()
        info = DIGEST_INFO + digest
        self.assertTrue(is_signed(KEY, message, sign(message)))
        blocks = {
            "garbage after the digest": b"\x00\x01\xff\xff\xff\xff\xff\xff\xff\xff\x00" + info + b"\x00" * (245 - len(info)),
            "garbage in the padding": b"\x00\x01" + b"\xff" * (252 - len(info)) + b"\xfe\x00" + info,
            "short padding": b"\x00\x01" + b"\xff" * 8 + b"\x00" + b"\x00" * (245 - len(info)) + info,
            "no algorithm": b"\x00\x01" + b"\xff" * (253 - len(digest)) + b"\x00" + digest,
            "padding type 2": b"\x00\x02" + b"\xff" * (253 - len(info)) + b"\x00" + info,
        }
        for name, block in blocks.items():
            with self.subTest(name):
                self.assertEqual(len(block), 256)
                self.assertFalse(is_signed(KEY, message, raw_sign(block)))
        right = int.from_bytes(sign(message), "big")
        self.assertFalse(is_signed(KEY, message, (right + number("n")).to_bytes(257, "big")))
        self.assertFalse(is_signed(KEY, message, b"\x00" + sign(message)))
        self.assertFalse(is_signed(KEY, message, b"\x00" * 256))

    def test_weak_keys_are_not_used(self) -> None:
        modulus = number("n").to_bytes(256, "big")
        self.assertIsNone(public_key(modulus, b"\x03"))
        self.assertIsNone(public_key(modulus, b"\x01"))
        self.assertIsNone(public_key(modulus[:128], b"\x01\x00\x01"))
        self.assertIsNone(public_key(modulus * 5, b"\x01\x00\x01"))


class Keys(unittest.TestCase):
    def test_the_set_is_cached_and_read_again_for_a_new_key(self) -> None:
        names = ["k1"]
        reads: list[str] = []
        now = 0.0

        def answer(_: str, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
            reads.append(path)
            keys = [{"kty": "RSA", "kid": name, "n": JWK["n"], "e": JWK["e"]} for name in names]
            odd = [7, {}, {"kty": "EC", "kid": "ec"}, {"kty": "RSA", "kid": "odd", "n": "*", "e": "AQAB"}]
            return 200, json.dumps({"keys": [*odd, *keys]}).encode()

        with stand_in(answer) as url:
            keys = KeySet(f"{url}/.well-known/jwks.json", lambda: now)
            self.assertEqual([keys.find(name) for name in ("k1", "odd", "ec", "k1")], [KEY, None, None, KEY])
            self.assertEqual(reads, ["/.well-known/jwks.json"])
            names.append("k2")
            self.assertIsNone(keys.find("k2"))
            now = 11.0
            self.assertEqual(keys.find("k2"), KEY)
            self.assertEqual(len(reads), 2)
            names.remove("k1")
            now = 320.0
            self.assertIsNone(keys.find("k1"))


class Receiving(unittest.IsolatedAsyncioTestCase):
    async def test_both_proofs_are_needed(self) -> None:
        status = 200

        def answer(*_: object) -> tuple[int, bytes]:
            return status, json.dumps({"keys": [{"kty": "RSA", "kid": "k1", "n": JWK["n"], "e": JWK["e"]}]}).encode()

        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)
        with stand_in(answer) as url:
            bearer = {"authorization": f"Bearer {token({'iss': url})}"}
            cases = [
                (204, signed(OLD) | bearer),
                (401, signed(OLD)),
                (401, bearer),
                (401, signed(NEW) | bearer),
                (401, signed(OLD) | {"authorization": f"Bearer {token()}"}),
            ]
            for expected, headers in cases:
                receiver = PartnerReceiver(OLD, client_id=AUDIENCE, base_url=f"{url}/")
                self.assertEqual((await exchange(receiver, BODY, headers))[0].status, expected)
            status = 503
            receiver = PartnerReceiver(OLD, client_id=AUDIENCE, base_url=url)
            self.assertEqual((await exchange(receiver, BODY, signed(OLD) | bearer))[0].status, 500)
