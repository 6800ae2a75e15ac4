import type { CallbackRequest, GatewayAnswer, LoginRequest } from '@parley/protocol/contract';

export type SayOptions = {
  /** Stops what the avatar is saying. */
  readonly interrupt?: boolean;
  readonly signal?: AbortSignal;
};

/** The callback address refused a message. `status` is the HTTP status; 0 if there was no answer. */
export class CallbackError extends Error {
  override name = 'CallbackError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }

  /** Whether the same message may be accepted later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const timeoutMs = 10_000;

/** One visitor's conversation, from LOGIN to LOGOUT. */
export type GatewaySession<Data = unknown> = Omit<KnownSession<Data>, 'hasEnded' | 'renew' | 'end'>;

export class KnownSession<Data = unknown> {
  /** Your own data about this session. */
  readonly data: Data;
  #login: LoginRequest;
  #hasEnded = false;
  #isUnknown = false;
  #sending: Promise<unknown> = Promise.resolve();

  constructor(login: LoginRequest, data: Data) {
    this.#login = login;
    this.data = data;
  }

  get id(): string {
    return this.#login.sessionId;
  }

  /** Names the visitor. A page can set it, so treat it as a claim. */
  get userId(): string {
    return this.#login.userId;
  }

  get locale(): string {
    return this.#login.locale;
  }

  /** The request that opened the session, with `accessToken`, `customString` and `jwtToken` if the page gave them. */
  get login(): Readonly<LoginRequest> {
    return this.#login;
  }

  /** True after LOGOUT, and after the service has answered `say` that it knows no such session. */
  get isOver(): boolean {
    return this.#hasEnded || this.#isUnknown;
  }

  /** True after LOGOUT or a refusal. Not because of what `say` is answered: a shadow's callbacks always get 404. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Called for a LOGIN that comes again, for example because the first answer was lost. */
  renew(login: LoginRequest): void {
    this.#login = login;
    this.#hasEnded = false;
    this.#isUnknown = false;
  }

  end(): void {
    this.#hasEnded = true;
  }

  /**
   * Makes the avatar say a text at any time, one after another in the order of the calls. Resolves to false if the
   * session is over. Rejects with a CallbackError if the service refuses the message.
   */
  say(message: string, options: SayOptions = {}): Promise<boolean> {
    const sent = this.#sending.then(() => this.#send(message, options));
    this.#sending = sent.catch(() => {});
    return sent;
  }

  async #send(message: string, { interrupt, signal }: SayOptions): Promise<boolean> {
    if (this.isOver) return false;
    const { sessionId, authToken, callbackUrl } = this.#login;
    const body: CallbackRequest = { sessionId, message, ...(interrupt === undefined ? {} : { interrupt }) };
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(callbackUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // The token must not follow a redirect to another address.
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new CallbackError(0, 'The callback address does not answer.', { cause });
    });
    const answer = (await response.json().catch(() => null)) as Partial<GatewayAnswer> | null;
    if (response.status === 404) this.#isUnknown = true;
    if (response.ok || this.isOver) return response.ok;
    const reason = answer?.statusMessage ?? `The callback address answered ${response.status}.`;
    throw new CallbackError(response.status, reason);
  }
}
