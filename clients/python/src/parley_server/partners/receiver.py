"""An endpoint for the webhook requests of a partner, which have two proofs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..web.user_code import in_thread
from ..webhooks.received_ids import ReceivedIds
from ..webhooks.receiver import WebhookReceiver
from .key_set import KeySet
from .token import verify_token


class PartnerReceiver(WebhookReceiver):
    """Checks the signature and the token of each request. `base_url` is the address of the service."""

    def __init__(
        self,
        secret: str | Sequence[str],
        *,
        client_id: str,
        base_url: str,
        received: ReceivedIds | None = None,
        tolerance_seconds: int = 300,
        handler_timeout_seconds: float | None = 600,
    ) -> None:
        super().__init__(
            secret,
            received=received,
            tolerance_seconds=tolerance_seconds,
            handler_timeout_seconds=handler_timeout_seconds,
        )
        self._client_id = client_id
        self._issuer = base_url.rstrip("/")
        self._keys = KeySet(f"{self._issuer}/.well-known/jwks.json")

    async def verify(self, body: bytes, headers: Mapping[str, str]) -> str:
        webhook_id = await super().verify(body, headers)
        authorization = {name.lower(): value for name, value in headers.items()}.get("authorization", "")
        token = authorization[7:] if authorization[:7].lower() == "bearer " else ""
        await in_thread(self._verify_token, token)
        return webhook_id

    def _verify_token(self, token: str) -> None:
        verify_token(token, self._keys.find, issuer=self._issuer, audience=self._client_id)
