import type {
  AvatarsAnswer,
  DisconnectAnswer,
  ListedAvatar,
  SessionAnswer,
  SessionField,
  TokenAnswer,
} from '@parley/protocol/contract';
import { errorIn, ParleyApiError } from './api-error.ts';

export type {
  AvatarStatus,
  AvatarsAnswer,
  ListedAvatar,
  SessionField,
  TokenAnswer,
} from '@parley/protocol/contract';
export { type ApiErrorName, ParleyApiError } from './api-error.ts';

export type ApiClientOptions = {
  /** The base address of the service, such as `https://talk.example.com`. */
  readonly url: string;
  readonly timeoutMs?: number;
  /** For keys that are restricted to origins. */
  readonly origin?: string;
} & (
  | { readonly apiKey: string }
  /** A partner's token for an account. It opens `generateToken` and the lists of avatars. */
  | { readonly accessToken: string }
);

export type ApiClient = ReturnType<typeof createApiClient>;

const pageSize = 100;

/** Calls the endpoints for API keys. Every method rejects with a ParleyApiError. */
export function createApiClient(options: ApiClientOptions) {
  const { url, timeoutMs = 10_000, origin } = options;
  const base = url.replace(/\/$/, '');
  const headers = {
    ...('apiKey' in options
      ? { 'x-api-key': options.apiKey }
      : { authorization: `Bearer ${options.accessToken}` }),
    ...(origin === undefined ? {} : { origin }),
  };

  const call = async <A>(path: string, body?: object): Promise<A> => {
    const response = await fetch(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The key must not follow a redirect to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new ParleyApiError('unreachable', 0, null, 'The service does not answer.', { cause });
    });
    if (!response.ok) throw await errorIn(response);
    return (await response.json().catch((cause: unknown) => {
      const text = 'The answer is not JSON.';
      throw new ParleyApiError('unexpected', response.status, null, text, { cause });
    })) as A;
  };

  const ifLive = async <A, B>(answer: Promise<A>, otherwise: B): Promise<A | B> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ParleyApiError && error.reason === 'sessionNotFound') return otherwise;
      throw error;
    }
  };

  const avatarsPage = (page = 0, size = pageSize): Promise<AvatarsAnswer> =>
    call(`/avatars?page=${page}&size=${size}`);

  return {
    /** A token with which one visitor opens one session with a private avatar within `expireAt` seconds: 60 to 3600. */
    generateToken(avatarId: string, { expireAt }: { readonly expireAt?: number } = {}): Promise<TokenAnswer> {
      const seconds = expireAt === undefined ? {} : { expire_at: expireAt };
      return call('/auth/generate-token', { avatar_id: avatarId, ...seconds });
    },

    avatarsPage,

    /** All avatars by name. Reads a page when it is needed. */
    async *avatars(): AsyncGenerator<ListedAvatar, void> {
      for (let page = 0; ; page++) {
        const { avatars, pagination } = await avatarsPage(page);
        yield* avatars;
        if (!pagination.has_next) return;
      }
    },

    /** The wanted fields of a live session. Null if it has ended or never existed. */
    async querySession<F extends SessionField>(
      sessionId: string,
      fields: readonly F[],
    ): Promise<SessionAnswer<F>['state'] | null> {
      const query = new URLSearchParams({ sessionId, fields: fields.join(',') });
      const answer = await ifLive(call<SessionAnswer<F>>(`/session/query?${query}`), null);
      return answer?.state ?? null;
    },

    /** Ends a session. False if it has ended before or never existed. */
    async disconnectSession(sessionId: string): Promise<boolean> {
      const answer = call<DisconnectAnswer>('/sessions/disconnect', { session_id: sessionId });
      return (await ifLive(answer, null)) !== null;
    },
  };
}
