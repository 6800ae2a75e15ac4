/** The fields of requests to a customer's endpoint, each with its meaning. All of them are strings. */
export const gatewayFields = {
  LOGIN: {
    required: {
      sessionId: 'Names the session in every later request and answer.',
      userId: 'Names the visitor. A page can set it, so it is a claim.',
      locale: 'The language tag of the visitor.',
      lastSeen: 'The previous login of the visitor in UTC, as `YYYY-MM-DD HH:MM:SS`.',
      authToken: 'The bearer token for `callbackUrl`.',
      callbackUrl: 'The address that makes the avatar speak.',
    },
    optional: {
      accessToken: 'The OAuth token that the page gave.',
      customString: 'The text that the page gave.',
      jwtToken: 'The avatar token with which the session was opened.',
    },
  },
  CHAT: {
    required: { sessionId: 'As in LOGIN.', message: 'What the visitor said: text or SSML.' },
    optional: {
      heard: 'Only if the avatar asks for it, after an interruption: the words that the visitor heard.',
    },
  },
  LOGOUT: { required: { sessionId: 'As in LOGIN.' }, optional: {} },
} as const;

export type GatewayAction = keyof typeof gatewayFields;

type RequestOf<A extends GatewayAction> = { action: A } & {
  -readonly [F in keyof (typeof gatewayFields)[A]['required']]: string;
} & { -readonly [F in keyof (typeof gatewayFields)[A]['optional']]?: string };

export type LoginRequest = RequestOf<'LOGIN'>;
/** What was said while a person answered in place of the endpoint: by the visitor, or by that person. */
export type TakeoverEntry = { speaker: 'user' | 'person'; message: string };
/** `takeover`: only if the avatar asks for it, in the first CHAT after a person has handed the session back. */
export type ChatRequest = RequestOf<'CHAT'> & { takeover?: readonly TakeoverEntry[] };
export type LogoutRequest = RequestOf<'LOGOUT'>;
export type GatewayRequest = LoginRequest | ChatRequest | LogoutRequest;

/** An answer of the endpoint or of the callback address. Every `status` other than `OK` is a failure. */
export type GatewayAnswer = { sessionId: string; status: string; statusMessage: string };
export type ChatAnswer = GatewayAnswer & { reply: string };

export type CallbackRequest = {
  sessionId: string;
  message: string;
  /** Stops what the avatar is saying. */
  interrupt?: boolean;
};
