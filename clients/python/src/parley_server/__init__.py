"""Your side of a Parley service: endpoint, callbacks, API, webhooks and partner webhooks."""

from .api import errors
from .api.client import Avatar, AvatarPage, ParleyClient, SessionField, SessionState, Token
from .api.errors import ApiError
from .frameworks import add_to_flask, add_to_starlette
from .gateway.gateway import Chat, Gateway, Refused
from .gateway.reply import Reply
from .gateway.requests import Login, TakeoverEntry
from .gateway.session import CallbackError, Session
from .gateway.session_store import MemorySessions, SessionStore
from .partners.receiver import PartnerReceiver
from .web.development import serve
from .web.endpoint import Endpoint
from .web.outgoing import ServiceUnreachable
from .webhooks.event_types import Event
from .webhooks.received_ids import MemoryIds, ReceivedIds
from .webhooks.receiver import Delivery, WebhookReceiver
from .webhooks.signature import VerificationError, verify_signature

__all__ = [
    "ApiError",
    "Avatar",
    "AvatarPage",
    "CallbackError",
    "Chat",
    "Delivery",
    "Endpoint",
    "Event",
    "Gateway",
    "Login",
    "MemoryIds",
    "MemorySessions",
    "ParleyClient",
    "PartnerReceiver",
    "ReceivedIds",
    "Refused",
    "Reply",
    "ServiceUnreachable",
    "Session",
    "SessionField",
    "SessionState",
    "SessionStore",
    "TakeoverEntry",
    "Token",
    "VerificationError",
    "WebhookReceiver",
    "add_to_flask",
    "add_to_starlette",
    "errors",
    "serve",
    "verify_signature",
]
