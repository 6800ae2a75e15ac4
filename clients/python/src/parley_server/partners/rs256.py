"""RS256 (RSASSA-PKCS1-v1_5 with SHA-256, RFC 8017) with the standard library."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

_exponent = 65537
# The DER encoding of the digest's algorithm, from the notes to section 9.2.
_digest_info = bytes.fromhex("3031300d060960864801650304020105000420")


@dataclass(frozen=True)
class PublicKey:
    modulus: int

    @property
    def size(self) -> int:
        return (self.modulus.bit_length() + 7) // 8


def public_key(modulus: bytes, exponent: bytes) -> PublicKey | None:
    """None for a key that no signature is trusted with."""
    number = int.from_bytes(modulus, "big")
    is_strong = 2048 <= number.bit_length() <= 8192 and number % 2 == 1
    return PublicKey(number) if is_strong and int.from_bytes(exponent, "big") == _exponent else None


def is_signed(key: PublicKey, message: bytes, signature: bytes) -> bool:
    """Compares the whole block. Code that parses the padding instead can be deceived with forged signatures."""
    number = int.from_bytes(signature, "big")
    if len(signature) != key.size or number >= key.modulus:
        return False
    digest = _digest_info + hashlib.sha256(message).digest()
    expected = b"\x00\x01" + b"\xff" * (key.size - len(digest) - 3) + b"\x00" + digest
    block = pow(number, _exponent, key.modulus).to_bytes(key.size, "big")
    return hmac.compare_digest(block, expected)
