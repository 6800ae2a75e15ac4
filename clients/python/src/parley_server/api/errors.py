"""The errors of the API-key endpoints."""

# Written by `npm run docs` from the schemas of the service. Do not change it here.


class ApiError(Exception):
    """The service refused a request. `code` is None if the answer has none."""

    def __init__(self, status: int, code: int | None, message: str) -> None:
        super().__init__(f"{message} (HTTP {status}, code {code})")
        self.status = status
        self.code = code
        self.message = message


class InvalidParams(ApiError):
    """Code 7, HTTP 400: InvalidOrMissingParams"""


class InvalidKey(ApiError):
    """Code 16, HTTP 401: Invalid API Key"""


class ExpireAtRange(ApiError):
    """Code 19, HTTP 400: expire_at must be between 60 and 3600 seconds"""


class ForeignAvatar(ApiError):
    """Code 24, HTTP 403: Avatar does not belong to your account"""


class KeyFormat(ApiError):
    """Code 29, HTTP 401: Invalid API key format"""


class KeyRequired(ApiError):
    """Code 30, HTTP 401: API key is required"""


class KeyUnknown(ApiError):
    """Code 31, HTTP 401: API key not found in database"""


class KeyDisabled(ApiError):
    """Code 32, HTTP 403: This API key has been disabled"""


class AvatarNotAllowed(ApiError):
    """Code 33, HTTP 403: API key is not authorized for this avatar"""


class ScopeMissing(ApiError):
    """Code 34, HTTP 403: API key lacks required scope"""


class OriginNotAllowed(ApiError):
    """Code 35, HTTP 403: Origin is not allowed for this API key"""


class RateLimited(ApiError):
    """Code 36, HTTP 429: Too many requests. Please slow down."""


class Internal(ApiError):
    """Code 45, HTTP 500: Internal server error occurred"""


class Unavailable(ApiError):
    """Code 45, HTTP 503: Internal server error occurred"""


class SessionNotFound(ApiError):
    """Code 65, HTTP 404: Session not found"""


error_types: dict[tuple[int, int], type[ApiError]] = {
    (7, 400): InvalidParams,
    (16, 401): InvalidKey,
    (19, 400): ExpireAtRange,
    (24, 403): ForeignAvatar,
    (29, 401): KeyFormat,
    (30, 401): KeyRequired,
    (31, 401): KeyUnknown,
    (32, 403): KeyDisabled,
    (33, 403): AvatarNotAllowed,
    (34, 403): ScopeMissing,
    (35, 403): OriginNotAllowed,
    (36, 429): RateLimited,
    (45, 500): Internal,
    (45, 503): Unavailable,
    (65, 404): SessionNotFound,
}
