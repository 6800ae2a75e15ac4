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
