"""The events that webhooks receive."""

# Written by `npm run docs` from the schemas of the service. Do not change it here.

from typing import Literal, TypedDict, Union


class _ConnectionStateChangedDetails(TypedDict):
    state: Union[Literal["connecting"], Literal["connected"], Literal["disconnected"]]
    max_session_duration: int
    avatar_id: str
    timestamp: int


class ConnectionStateChangedDetails(_ConnectionStateChangedDetails, total=False):
    session_id: str
    user_id: str
    user_name: str
    is_reconnect_attempt: bool
    reason: Literal["timeout", "hangup", "max_duration_reached", "auth_failed"]
    will_attempt_reconnect: bool
    duration: int


class ConnectionStateChanged(TypedDict):
    message_type: Literal["Event"]
    name: Literal["connection:state-changed"]
    details: ConnectionStateChangedDetails


class _SessionConversationDetailsTranscriptEntry(TypedDict):
    speaker: Union[Literal["user"], Literal["avatar"]]
    message: str
    timestamp: int


class SessionConversationDetailsTranscriptEntry(_SessionConversationDetailsTranscriptEntry, total=False):
    interrupted: Literal[True]
    source: Literal["page", "person"]


class _SessionConversationDetails(TypedDict):
    avatar_id: str
    user_id: Union[str, None]
    timestamp: int
    avatar_name: str
    conversation_id: str
    conversation_start_time: Union[int, None]
    conversation_end_time: Union[int, None]
    transcript: list[SessionConversationDetailsTranscriptEntry]
    summary: str


class SessionConversationDetails(_SessionConversationDetails, total=False):
    session_id: str
    user_name: str
    transcript_truncated: Literal[True]
    client_id: str


class SessionConversation(TypedDict):
    message_type: Literal["Event"]
    name: Literal["session:conversation"]
    details: SessionConversationDetails


class _AgentErrorDetails(TypedDict):
    avatar_id: str
    timestamp: int
    error: str


class AgentErrorDetails(_AgentErrorDetails, total=False):
    session_id: str
    user_id: str
    user_name: str


class AgentError(TypedDict):
    message_type: Literal["Event"]
    name: Literal["agent:error"]
    details: AgentErrorDetails


class _PlatformStateChangedDetails(TypedDict):
    avatar_id: str
    timestamp: int
    platform: Union[Literal["native"], Literal["media-stream"]]


class PlatformStateChangedDetails(_PlatformStateChangedDetails, total=False):
    session_id: str
    user_id: str
    user_name: str


class PlatformStateChanged(TypedDict):
    message_type: Literal["Event"]
    name: Literal["platform:state-changed"]
    details: PlatformStateChangedDetails


class WebhookTestDetails(TypedDict):
    triggered_by: str
    timestamp: int


class WebhookTest(TypedDict):
    message_type: Literal["Event"]
    name: Literal["webhook.test"]
    details: WebhookTestDetails


class CustomerLogoutDetails(TypedDict):
    client_id: str
    account_id: str
    session_id: str
    timestamp: int


class CustomerLogout(TypedDict):
    message_type: Literal["Event"]
    name: Literal["customer:logout"]
    details: CustomerLogoutDetails


class _AgentMessageDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    speaker: Literal["user", "avatar"]
    message: str
    message_id: str
    interrupted: bool


class AgentMessageDetails(_AgentMessageDetails, total=False):
    source: Literal["page", "person"]


class AgentMessage(TypedDict):
    message_type: Literal["Event"]
    name: Literal["agent:message"]
    details: AgentMessageDetails


class _AgentTurnFailedDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    turn: int


class AgentTurnFailedDetails(_AgentTurnFailedDetails, total=False):
    action: str
    stage: str
    http_status: int


class AgentTurnFailed(TypedDict):
    message_type: Literal["Event"]
    name: Literal["agent:turn-failed"]
    details: AgentTurnFailedDetails


class AvatarStateChangedDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    state: str
    previous_state: str


class AvatarStateChanged(TypedDict):
    message_type: Literal["Event"]
    name: Literal["avatar:state-changed"]
    details: AvatarStateChangedDetails


class AvatarCanaryStoppedDetails(TypedDict):
    avatar_id: str
    timestamp: int
    cause: Literal["failures", "slow"]
    reason: str


class AvatarCanaryStopped(TypedDict):
    message_type: Literal["Event"]
    name: Literal["avatar:canary-stopped"]
    details: AvatarCanaryStoppedDetails


class AvatarLoadProgressDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    progress: float


class AvatarLoadProgress(TypedDict):
    message_type: Literal["Event"]
    name: Literal["avatar:load-progress"]
    details: AvatarLoadProgressDetails


class MediaMicStateChangedDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    enabled: bool


class MediaMicStateChanged(TypedDict):
    message_type: Literal["Event"]
    name: Literal["media:mic-state-changed"]
    details: MediaMicStateChangedDetails


class MediaSpeakerStateChangedDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    enabled: bool


class MediaSpeakerStateChanged(TypedDict):
    message_type: Literal["Event"]
    name: Literal["media:speaker-state-changed"]
    details: MediaSpeakerStateChangedDetails


class MediaMicPermissionStateChangedDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    state: Literal["prompt", "granted", "denied"]


class MediaMicPermissionStateChanged(TypedDict):
    message_type: Literal["Event"]
    name: Literal["media:mic-permission-state-changed"]
    details: MediaMicPermissionStateChangedDetails


class MediaMicReadyDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int


class MediaMicReady(TypedDict):
    message_type: Literal["Event"]
    name: Literal["media:mic-ready"]
    details: MediaMicReadyDetails


class NetworkStateChangedDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    online: bool


class NetworkStateChanged(TypedDict):
    message_type: Literal["Event"]
    name: Literal["network:state-changed"]
    details: NetworkStateChangedDetails


class NotificationDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    level: str
    title: str
    message: str


class Notification(TypedDict):
    message_type: Literal["Event"]
    name: Literal["notification"]
    details: NotificationDetails


class SessionPersonRequestedDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    reason: str
    requested_by: Literal["avatar", "visitor"]


class SessionPersonRequested(TypedDict):
    message_type: Literal["Event"]
    name: Literal["session:person-requested"]
    details: SessionPersonRequestedDetails


class SessionEndedDetails(TypedDict):
    session_id: str
    avatar_id: str
    user_id: str
    user_name: str
    timestamp: int
    reason: Literal["timeout", "hangup", "max_duration_reached", "auth_failed"]
    duration: int
    turns: int
    ended_by: Literal["visitor", "api", "dashboard", "limit", "drop", "endpoint"]


class SessionEnded(TypedDict):
    message_type: Literal["Event"]
    name: Literal["session:ended"]
    details: SessionEndedDetails


Event = Union[
    ConnectionStateChanged,
    SessionConversation,
    AgentError,
    PlatformStateChanged,
    WebhookTest,
    CustomerLogout,
    AgentMessage,
    AgentTurnFailed,
    AvatarStateChanged,
    AvatarCanaryStopped,
    AvatarLoadProgress,
    MediaMicStateChanged,
    MediaSpeakerStateChanged,
    MediaMicPermissionStateChanged,
    MediaMicReady,
    NetworkStateChanged,
    Notification,
    SessionPersonRequested,
    SessionEnded,
]
