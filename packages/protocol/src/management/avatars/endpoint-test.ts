import { type Static, Type } from 'typebox';
import { choice, nullable, strict, time } from '../common-schemas.ts';

/** The test uses the stored address and key, unless unsaved ones are given. */
export const endpointTestInput = Type.Object(
  {
    message: Type.Optional(Type.String({ maxLength: 2000 })),
    endpointUrl: Type.Optional(Type.String()),
    endpointKey: Type.Optional(Type.String()),
  },
  strict,
);
export type EndpointTestInput = Static<typeof endpointTestInput>;

export const endpointTestStep = Type.Object({
  action: choice('LOGIN', 'CHAT', 'LOGOUT'),
  /** `skipped`: not sent, because an earlier step failed and this one would make no sense. */
  outcome: choice('ok', 'failed', 'skipped'),
  request: nullable(
    Type.Object({
      url: Type.String(),
      /** The key itself is left out. */
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String(),
    }),
  ),
  answer: nullable(
    Type.Object({
      status: Type.Integer(),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String(),
      /** Whether the body was longer than what is shown. */
      cut: Type.Boolean(),
    }),
  ),
  startedAt: nullable(time),
  firstByteMs: nullable(Type.Integer()),
  totalMs: nullable(Type.Integer()),
  /** What breaks the contract or prevents an answer, and what to change. Empty if all is well. */
  problems: Type.Array(Type.String()),
  /** What is allowed but noticeable to visitors, such as an answer slower than a second. */
  advice: Type.Array(Type.String()),
});
export type EndpointTestStep = Static<typeof endpointTestStep>;

export const endpointTest = Type.Object({
  passed: Type.Boolean(),
  sessionId: Type.String(),
  steps: Type.Array(endpointTestStep),
});
export type EndpointTest = Static<typeof endpointTest>;
