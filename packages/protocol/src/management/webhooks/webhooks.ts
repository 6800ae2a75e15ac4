import { type Static, Type } from 'typebox';
import { choice, nullable, page, strict, time, version } from '../common-schemas.ts';

export const webhook = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  /** Their values are never shown again. */
  headerNames: Type.Array(Type.String()),
  signed: Type.Boolean(),
  /** The names of the events it receives. Null means every event. */
  events: nullable(Type.Array(Type.String())),
  state: choice('active', 'paused'),
  consecutiveFailures: Type.Integer(),
  pausedAt: nullable(time),
  /** A webhook that a person paused can be enabled without a test. */
  pausedBy: nullable(choice('failures', 'manual')),
  /** Why it is paused, in a sentence: that a person paused it, or the last failed attempt. */
  pauseReason: nullable(Type.String()),
  testPassedAt: nullable(time),
  /** Whether re-enabling would work now: a person paused it, or a test of the present settings passed in the last 5 minutes. */
  canEnable: Type.Boolean(),
  /** Waiting deliveries, or held ones if it is paused. Counting stops at 100,000. */
  waiting: Type.Integer(),
  avatars: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** For example about plain http. */
  warning: nullable(Type.String()),
  version,
  createdAt: time,
});
export type Webhook = Static<typeof webhook>;
/** Newest first. */
export const webhookPage = page(webhook);
export type WebhookPage = Static<typeof webhookPage>;

const headers = Type.Record(Type.String(), Type.String());
/** Null means every event. */
const chosenEvents = nullable(Type.Array(Type.String()));
export const newWebhook = Type.Object(
  {
    name: Type.String(),
    url: Type.String(),
    headers: Type.Optional(headers),
    events: Type.Optional(chosenEvents),
  },
  strict,
);
export type NewWebhook = Static<typeof newWebhook>;
/** `headers` replaces all of them. */
export const webhookChange = Type.Partial(newWebhook, strict);
export type WebhookChange = Static<typeof webhookChange>;

/** The only answer that ever contains the secret, after creation and after rotation. */
export const webhookWithSecret = Type.Object({ ...webhook.properties, secret: Type.String() });
export type WebhookWithSecret = Static<typeof webhookWithSecret>;

export const rotateInput = Type.Object(
  { overlapSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800, default: 0 })) },
  strict,
);

export const removeWebhookQuery = {
  /** Needed if deliveries wait for the webhook; they are discarded. */
  discard: Type.Optional(Type.Boolean()),
};
export const removedWebhook = Type.Object({ discarded: Type.Integer() });

/** One request to a receiver, and its answer. */
export const attempt = Type.Object({
  at: time,
  kind: choice('scheduled', 'replay', 'test'),
  passed: Type.Boolean(),
  durationMs: Type.Integer(),
  status: nullable(Type.Integer()),
  /** The step that failed, such as `connect`; null on success. */
  stage: nullable(Type.String()),
  problem: nullable(Type.String()),
  /** The first 16 KiB. Bytes that are not text are replaced. */
  body: nullable(Type.String()),
  headers: nullable(
    Type.Record(Type.String(), Type.String(), {
      description:
        'The headers that were sent. Secret values are hidden. Null for attempts from before they were recorded.',
    }),
  ),
});
export type Attempt = Static<typeof attempt>;

export const webhookRequestQuery = {
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The cursor of the previous answer. Without it, the answer has only the current cursor.',
    }),
  ),
};
/** Custom headers are left out: their values are secrets. */
export const webhookRequests = Type.Object({
  requests: Type.Array(
    Type.Object({
      event: Type.String(),
      body: Type.String(),
      headers: Type.Record(Type.String(), Type.String()),
    }),
  ),
  cursor: Type.Integer(),
});
export type WebhookRequests = Static<typeof webhookRequests>;
