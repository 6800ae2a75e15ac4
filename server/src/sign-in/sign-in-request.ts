import { Refusal } from '../kernel/index.ts';

/** The header that passes the source address to the library. No caller can set it. */
export const addressHeader = 'x-parley-source';

/** The parts of a request that signing in needs. */
export type SignInRequest = {
  readonly cookie: string | undefined;
  /** The address that is recorded. */
  readonly address: string;
  /** The source that limits count: the address, or the /64 network of an IPv6 address. */
  readonly source: string;
  readonly browser: string | undefined;
};

/** The answer, and the cookies that must be sent with it. */
export type WithCookies<T> = { readonly answer: T; readonly cookies: readonly string[] };

export function headersOf(request: SignInRequest): Headers {
  const headers = new Headers({ [addressHeader]: request.address });
  if (request.cookie !== undefined) headers.set('cookie', request.cookie);
  if (request.browser !== undefined) headers.set('user-agent', request.browser.slice(0, 400));
  return headers;
}

/** Calls the library and turns its errors into refusals. */
export async function withCookies<T>(
  calling: Promise<{ headers: Headers; response: T }>,
): Promise<WithCookies<T>> {
  try {
    const { headers, response } = await calling;
    return { answer: response, cookies: headers.getSetCookie() };
  } catch (error) {
    throw await refusalOf(error);
  }
}

const known: Readonly<Record<string, () => Refusal>> = {
  INVALID_CODE: () =>
    new Refusal(
      'wrong_code',
      'The code is wrong. Codes change every 30 seconds. Enter the current one.',
      'code',
    ),
  INVALID_BACKUP_CODE: () =>
    new Refusal('wrong_code', 'This backup code is wrong or was already used.', 'code'),
  INVALID_TWO_FACTOR_COOKIE: () =>
    new Refusal('second_factor_needed', 'This sign-in has expired. Start again with your password.'),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () =>
    new Refusal('too_many_requests', 'Too many wrong codes. Start again with your password.'),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new Refusal('too_many_requests', 'Too many wrong codes. Wait 15 minutes, then sign in again.'),
  INVALID_PASSWORD: () => new Refusal('wrong_credentials', 'The password is wrong.', 'password'),
  TOTP_ALREADY_ENABLED: () => new Refusal('conflict', 'The second factor is already on. Turn it off first.'),
  TOTP_NOT_ENABLED: () => new Refusal('conflict', 'No second factor is being set up. Start again.'),
  TWO_FACTOR_NOT_ENABLED: () => new Refusal('conflict', 'You have no second factor. Set one up first.'),
  BACKUP_CODES_NOT_ENABLED: () =>
    new Refusal('conflict', 'You have no backup codes. Set up a second factor first.'),
  CHALLENGE_NOT_FOUND: () => new Refusal('link_invalid', 'This took too long. Try the passkey again.'),
  PASSKEY_NOT_FOUND: () =>
    new Refusal(
      'wrong_credentials',
      'This passkey is unknown. Use another one, or sign in with your password.',
    ),
  AUTHENTICATION_FAILED: () =>
    new Refusal('wrong_credentials', 'Could not use this passkey. Try again, or sign in with your password.'),
  FAILED_TO_VERIFY_REGISTRATION: () =>
    new Refusal('invalid', 'Could not add this passkey. Try again, or use another device.'),
  USER_NOT_VERIFIED: () =>
    new Refusal('wrong_credentials', 'Use a passkey that asks for a PIN, a fingerprint or your face.'),
};

async function refusalOf(error: unknown): Promise<unknown> {
  // The library has thrown this error, so it is loaded already.
  const { isAPIError } = await import('better-auth/api');
  if (!isAPIError(error)) return error;
  const { body, statusCode } = error as { body?: { code?: string; message?: string }; statusCode: number };
  const found = known[body?.code ?? '']?.();
  if (found !== undefined) return found;
  if (statusCode === 401) return new Refusal('unauthorized', 'Sign in first.');
  if (statusCode >= 500) return error;
  return new Refusal('invalid', body?.message ?? 'This was not accepted.');
}
