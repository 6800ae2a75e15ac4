import { Refusal } from '../../kernel/index.ts';
import { addressHeader, type SignInRequest, type WithCookies } from '../sign-in-request.ts';
import type { SignInLibrary } from './library.ts';

type CallOptions = { readonly headers: Headers; readonly returnHeaders: true };

/** Calls the library on behalf of a request, and turns its errors into refusals. */
export type AskLibrary = <T>(
  request: SignInRequest,
  call: (api: SignInLibrary['api'], options: CallOptions) => Promise<{ headers: Headers; response: T }>,
) => Promise<WithCookies<T>>;

export const createAskLibrary =
  (library: () => Promise<SignInLibrary>): AskLibrary =>
  async (request, call) => {
    const { api } = await library();
    try {
      const { headers, response } = await call(api, { headers: headersOf(request), returnHeaders: true });
      return { answer: response, cookies: headers.getSetCookie() };
    } catch (error) {
      throw await refusalOf(error);
    }
  };

function headersOf(request: SignInRequest): Headers {
  const headers = new Headers({ [addressHeader]: request.address });
  if (request.cookie !== undefined) headers.set('cookie', request.cookie);
  if (request.browser !== undefined) headers.set('user-agent', request.browser.slice(0, 400));
  return headers;
}

/** By the codes of the library's errors. */
const known: Readonly<Record<string, ConstructorParameters<typeof Refusal>>> = {
  INVALID_CODE: [
    'wrong_code',
    'The code is wrong. Codes change every 30 seconds. Enter the current one.',
    'code',
  ],
  INVALID_BACKUP_CODE: ['wrong_code', 'This backup code is wrong or was already used.', 'code'],
  INVALID_TWO_FACTOR_COOKIE: [
    'second_factor_needed',
    'This sign-in has expired. Start again with your password.',
  ],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: [
    'too_many_requests',
    'Too many wrong codes. Start again with your password.',
  ],
  ACCOUNT_TEMPORARILY_LOCKED: [
    'too_many_requests',
    'Too many wrong codes. Wait 15 minutes, then sign in again.',
  ],
  INVALID_PASSWORD: ['wrong_credentials', 'The password is wrong.', 'password'],
  TOTP_ALREADY_ENABLED: ['conflict', 'The second factor is already on. Turn it off first.'],
  TOTP_NOT_ENABLED: ['conflict', 'No second factor is being set up. Start again.'],
  TWO_FACTOR_NOT_ENABLED: ['conflict', 'You have no second factor. Set one up first.'],
  BACKUP_CODES_NOT_ENABLED: ['conflict', 'You have no backup codes. Set up a second factor first.'],
  CHALLENGE_NOT_FOUND: ['link_invalid', 'This took too long. Try the passkey again.'],
  PASSKEY_NOT_FOUND: [
    'wrong_credentials',
    'This passkey is unknown. Use another one, or sign in with your password.',
  ],
  AUTHENTICATION_FAILED: [
    'wrong_credentials',
    'Could not use this passkey. Try again, or sign in with your password.',
  ],
  FAILED_TO_VERIFY_REGISTRATION: ['invalid', 'Could not add this passkey. Try again, or use another device.'],
  USER_NOT_VERIFIED: ['wrong_credentials', 'Use a passkey that asks for a PIN, a fingerprint or your face.'],
};

async function refusalOf(error: unknown): Promise<unknown> {
  // The library has thrown this error, so it is loaded already.
  const { isAPIError } = await import('better-auth/api');
  if (!isAPIError(error)) return error;
  const { body, statusCode } = error as { body?: { code?: string; message?: string }; statusCode: number };
  const found = known[body?.code ?? ''];
  if (found !== undefined) return new Refusal(...found);
  if (statusCode === 401) return new Refusal('unauthorized', 'Sign in first.');
  if (statusCode >= 500) return error;
  return new Refusal('invalid', body?.message ?? 'This was not accepted.');
}
