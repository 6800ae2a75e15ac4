/** Why a page gets no session: the code for programs, the HTTP status, and the text for people. */
export const joinRefusals = {
  invalid: { status: 400, text: 'The request is not valid.' },
  token_required: { status: 401, text: 'This avatar is private and needs a token.' },
  token_invalid: { status: 401, text: 'This token is not valid for this avatar.' },
  token_expired: { status: 401, text: 'This token has expired. Ask for a new one.' },
  token_used: { status: 401, text: 'This token was already used. Each token opens one session.' },
  origin_not_allowed: { status: 403, text: 'This avatar may not be used from this page.' },
  unknown_avatar: { status: 404, text: 'This avatar does not exist. Check its id.' },
  avatar_busy: { status: 429, text: 'This avatar is busy. Please try again later.' },
  too_many_requests: { status: 429, text: 'Too many requests. Please slow down.' },
} as const;

export class JoinRefusal extends Error {
  override name = 'JoinRefusal';
  readonly code: keyof typeof joinRefusals;

  constructor(code: keyof typeof joinRefusals, text: string = joinRefusals[code].text) {
    super(text);
    this.code = code;
  }
}
