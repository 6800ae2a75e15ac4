import { type Static, Type } from 'typebox';
import { nullable, strict, time } from './common-schemas.ts';

/** The person who has taken over a session. Null: the brain answers. */
export const answeringPerson = nullable(Type.Object({ name: Type.String() }));
/** The avatar or the visitor has asked for a person, and nobody has taken over since. */
export const personRequest = nullable(Type.Object({ at: time, reason: Type.String() }));
export type PersonRequest = NonNullable<Static<typeof personRequest>>;

/**
 * `sessions.watch` is text/event-stream: an event `watch` with a WatchAnswer as its data, whenever something has happened; a
 * comment every 15 s. `away`: the process that has the session cannot be reached; the stream goes on with `watch` as
 * soon as it can. `end`: the session has ended, and the stream ends with it. The id of an event is what `after` takes.
 */
export const watchStreamEvents = { watch: 'watch', away: 'away', end: 'end' } as const;

export const watchQuery = {
  after: Type.Optional(
    Type.String({ maxLength: 120, description: 'The id of the last event that the caller has received.' }),
  ),
};

export const takeInput = Type.Object(
  {
    cut: Type.Optional(
      Type.Boolean({
        description: 'Stops the reply that is being said. Otherwise it is finished first.',
        default: true,
      }),
    ),
  },
  strict,
);

export const personWords = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Made by the caller. Words with the same id are said once, even if they are sent again.',
    }),
    text: Type.String({ minLength: 1, maxLength: 4000 }),
  },
  strict,
);
