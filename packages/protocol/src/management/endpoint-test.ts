import { type Static, Type } from 'typebox';
import { nullable, strict, time } from './parts.ts';

/** Tried against what is stored unless an unsaved address or key is given. */
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
  action: Type.Union([Type.Literal('LOGIN'), Type.Literal('CHAT'), Type.Literal('LOGOUT')]),
  /** `skipped`: not sent, because a step before it failed in a way that makes it senseless. */
  outcome: Type.Union([Type.Literal('ok'), Type.Literal('failed'), Type.Literal('skipped')]),
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
  /** What breaks the contract or keeps the answer from coming, and what to change. Empty where all is well. */
  problems: Type.Array(Type.String()),
  /** What is allowed but will be felt, such as an answer slower than a second. */
  advice: Type.Array(Type.String()),
});
export type EndpointTestStep = Static<typeof endpointTestStep>;

export const endpointTest = Type.Object({
  passed: Type.Boolean(),
  sessionId: Type.String(),
  steps: Type.Array(endpointTestStep),
});
export type EndpointTest = Static<typeof endpointTest>;
