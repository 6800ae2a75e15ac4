/** Tokens say what they are, so that they can be told from others wherever they turn up. */
export const tokenPrefixes = { access: 'parley_access_', refresh: 'parley_refresh_' } as const;

export const isAccessTokenText = (text: string): boolean => /^parley_access_[\w-]{43}$/.test(text);

/** Whether a text contains a token of a partner, valid or not. */
export const containsPartnerToken = (text: string): boolean => /parley_(access|refresh)_[\w-]{43}/.test(text);
