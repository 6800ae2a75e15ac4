import type { EventName } from '@parley/protocol';
import { type TSchema, Type } from 'typebox';

/** The body of a webhook request with this event. */
export const eventMessage = (name: EventName, details: TSchema): TSchema =>
  Type.Object({ message_type: Type.Literal('Event'), name: Type.Literal(name), details });
