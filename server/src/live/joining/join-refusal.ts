/** Why a page got no session. The code is for programs, the message for people. */
export class JoinRefusal extends Error {
  override name = 'JoinRefusal';
  readonly code: keyof typeof joinRefusalStatus;

  constructor(code: keyof typeof joinRefusalStatus, message: string) {
    super(message);
    this.code = code;
  }
}

export const avatarBusy = 'This avatar is busy. Please try again later.';

export const joinRefusalStatus = {
  invalid: 400,
  token_required: 401,
  token_invalid: 401,
  token_expired: 401,
  token_used: 401,
  origin_not_allowed: 403,
  unknown_avatar: 404,
  avatar_busy: 429,
  too_many_requests: 429,
} as const;
