/** Tokens say what they are, so that they can be told from others wherever they turn up. */
export const tokenPrefixes = { access: 'parley_access_', refresh: 'parley_refresh_' } as const;

/** Whether a text is one of our access tokens, or was one once. */
export const isAccessTokenText = (text: string): boolean => /^parley_access_[\w-]{43}$/.test(text);
