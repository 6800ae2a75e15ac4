import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false } as const;
/** One text or several. */
const texts = Type.Union([Type.String(), Type.Array(Type.String())]);

const expectation = Type.Object(
  {
    contains: Type.Optional(texts),
    matches: Type.Optional(texts),
    not: Type.Optional(texts),
    empty: Type.Optional(Type.Boolean()),
    tags: Type.Optional(
      Type.Array(
        Type.Union([
          Type.String(),
          Type.Object(
            {
              name: Type.String(),
              json: Type.Optional(Type.Unknown()),
              attributes: Type.Optional(Type.Record(Type.String(), Type.String())),
            },
            strict,
          ),
        ]),
      ),
    ),
    notTags: Type.Optional(texts),
    language: Type.Optional(Type.String()),
    firstSentenceWithin: Type.Optional(Type.String()),
    within: Type.Optional(Type.String()),
  },
  strict,
);
/** What an answer must be like. A step without one passes if the endpoint does not fail. */
export type Expectation = Static<typeof expectation>;

export const stepEntry = Type.Object(
  {
    say: Type.Optional(Type.String()),
    send: Type.Optional(Type.String()),
    silence: Type.Optional(Type.String()),
    callback: Type.Optional(Type.String()),
    drop: Type.Optional(Type.String()),
    hangUp: Type.Optional(Type.Boolean()),
    interruptAfter: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    expect: Type.Optional(expectation),
  },
  strict,
);
/** A step as it is written: exactly one field says what the visitor does. */
export type StepEntry = Static<typeof stepEntry>;

const visitor = Type.Object(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    locale: Type.Optional(Type.String()),
    customString: Type.Optional(Type.String()),
  },
  strict,
);
export type Visitor = Static<typeof visitor>;

const conversation = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    visitor: Type.Optional(visitor),
    steps: Type.Array(stepEntry, { minItems: 1, maxItems: 1_000 }),
  },
  strict,
);
export type Conversation = Static<typeof conversation>;

/** Conversations of scripted visitors. They run side by side. */
export const scriptFile = Type.Object(
  { conversations: Type.Array(conversation, { minItems: 1, maxItems: 100 }) },
  strict,
);
export type ScriptFile = Static<typeof scriptFile>;
