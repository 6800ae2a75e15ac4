import { type Static, Type } from 'typebox';
import { cursorQuery, nullable, page, strict, time } from '../common-schemas.ts';
import { attempt } from './webhooks.ts';

export const deliveryStates = ['pending', 'held', 'delivered', 'exhausted', 'discarded'] as const;
export const deliveryState = Type.Enum(deliveryStates);
export type DeliveryState = Static<typeof deliveryState>;

const conditions = {
  webhook: Type.Optional(Type.String()),
  status: Type.Optional(deliveryState),
  event: Type.Optional(Type.String({ maxLength: 100 })),
  session: Type.Optional(Type.String({ maxLength: 128 })),
  from: Type.Optional(time),
  to: Type.Optional(time),
};
export const deliveryQuery = { ...conditions, ...cursorQuery };

export const delivery = Type.Object({
  id: Type.String(),
  webhook: Type.Object({ id: Type.String(), name: Type.String() }),
  eventId: Type.String({ description: 'The webhook-id header.' }),
  event: Type.String(),
  /** The number of the event in its session. */
  sequence: nullable(Type.Integer()),
  sessionId: nullable(Type.String()),
  status: deliveryState,
  attempts: Type.Integer(),
  lastStatus: nullable(Type.Integer()),
  lastMs: nullable(Type.Integer({ description: 'How long the last attempt took.' })),
  createdAt: time,
  finishedAt: nullable(time),
  /** When the next attempt is due; null if there is none. */
  dueAt: nullable(time),
});
export type Delivery = Static<typeof delivery>;
/** Newest first. */
export const deliveryPage = page(delivery);
export type DeliveryPage = Static<typeof deliveryPage>;

export const deliveryDetail = Type.Object({
  ...delivery.properties,
  /** The bytes that are sent, as text; null if the event is no longer kept. */
  payload: nullable(Type.String()),
  /** Only the beginning of the payload is here, because it is very long. */
  payloadTruncated: Type.Boolean(),
  headers: Type.Record(Type.String(), Type.String(), {
    description:
      'The headers of the last attempt. Empty if there was none, or if its headers were not recorded.',
  }),
  tries: Type.Array(attempt),
  canReplay: Type.Boolean(),
  canDiscard: Type.Boolean(),
});
export type DeliveryDetail = Static<typeof deliveryDetail>;

/** Either `ids`, at most 100, or a filter with a webhook: then at most 500, oldest first. */
export const replayManyInput = Type.Object(
  { ids: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })), ...conditions },
  strict,
);
export const replayed = Type.Object({
  tried: Type.Integer(),
  delivered: Type.Integer(),
  failed: Type.Integer(),
  left: Type.Integer(),
});
export type Replayed = Static<typeof replayed>;

/** Either `ids`, at most 100, or a filter with a webhook and the status held or pending; oldest first. */
export const discardManyInput = Type.Object(
  { ids: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })), ...conditions },
  strict,
);
export type DiscardManyInput = Static<typeof discardManyInput>;
/** `more` is true if further deliveries match. */
export const discarded = Type.Object({ discarded: Type.Integer(), more: Type.Boolean() });
export type Discarded = Static<typeof discarded>;
