import { type Static, Type } from 'typebox';
import { choice, strict } from '../common-schemas.ts';
import { attempt } from './webhooks.ts';

export const eventInCatalogue = Type.Object({
  name: Type.String(),
  group: choice('session', 'test', 'extended'),
  about: Type.String(),
  /** Off until the operator enables it for the account. */
  enabled: Type.Boolean(),
  fields: Type.Array(
    Type.Object({ name: Type.String(), type: Type.String(), optional: Type.Boolean(), about: Type.String() }),
  ),
  /** The whole event, exactly as it is sent. */
  sample: Type.Record(Type.String(), Type.Unknown()),
});
export type EventInCatalogue = Static<typeof eventInCatalogue>;
export const eventCatalogue = Type.Object({ items: Type.Array(eventInCatalogue) });
export type EventCatalogue = Static<typeof eventCatalogue>;

/** Sends a sample event to a webhook, signed like any other. It is neither logged nor counted. */
export const sampleInput = Type.Object({ event: Type.String() }, strict);
export const sentSample = Type.Object({
  headers: Type.Record(Type.String(), Type.String()),
  payload: Type.String(),
  attempt,
});
export type SentSample = Static<typeof sentSample>;
