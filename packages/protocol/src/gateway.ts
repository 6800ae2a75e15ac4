/** The bodies of requests to a customer's endpoint. */
export type LoginRequest = {
  action: 'LOGIN';
  sessionId: string;
  userId: string;
  locale: string;
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  lastSeen: string;
  authToken: string;
  callbackUrl: string;
  accessToken?: string;
  customString?: string;
  jwtToken?: string;
};

export type ChatRequest = {
  action: 'CHAT';
  sessionId: string;
  message: string;
  /** Only for avatars that ask for it, after an interruption: the words the user really heard. */
  heard?: string;
};

export type LogoutRequest = { action: 'LOGOUT'; sessionId: string };

export type GatewayRequest = LoginRequest | ChatRequest | LogoutRequest;
