import { type TObject, type TProperties, Type } from 'typebox';
import { type GatewayAction, gatewayFields } from './gateway.ts';

const texts = (meanings: Readonly<Record<string, string>>): TProperties =>
  Object.fromEntries(
    Object.entries(meanings).map(([name, description]) => [name, Type.String({ description })]),
  );

const requestOf = (action: GatewayAction): TObject => {
  const { required, optional } = gatewayFields[action];
  return Type.Object({
    action: Type.Literal(action),
    ...texts(required),
    ...Object.fromEntries(
      Object.entries(texts(optional)).map(([name, field]) => [name, Type.Optional(field)]),
    ),
  });
};

const takeover = Type.Array(
  Type.Object({ speaker: Type.Enum(['user', 'person'] as const), message: Type.String() }),
  {
    maxItems: 50,
    description:
      'Only if the avatar asks for it, in the first CHAT after a person has handed the session back: what the visitor and that person said. At most the last 50 messages and 16 KiB.',
  },
);
const chat = Type.Object({ ...requestOf('CHAT').properties, takeover: Type.Optional(takeover) });

const answer = {
  sessionId: Type.String({ description: 'The one of the request.' }),
  status: Type.String({ description: '`OK` for success.' }),
  statusMessage: Type.Optional(Type.String({ description: 'For people. It is kept in the record.' })),
};
const plainAnswer = Type.Object(answer);
const reply = Type.String({ description: 'What the avatar says: text or SSML. Empty: nothing.' });

/** The requests to a customer's endpoint and its answers. An answer may have more fields. */
export const gatewaySchemas = {
  LOGIN: { request: requestOf('LOGIN'), answer: plainAnswer },
  CHAT: { request: chat, answer: Type.Object({ ...answer, reply }) },
  LOGOUT: { request: requestOf('LOGOUT'), answer: plainAnswer },
} as const satisfies Record<GatewayAction, object>;

/** The data of an event in a streamed answer to CHAT. */
export const replyPiece = Type.Object({ reply: Type.String({ description: 'A piece of the reply.' }) });
export const replyEnd = plainAnswer;
