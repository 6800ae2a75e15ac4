/** Tokens begin with their kind, so that they can be recognised wherever they appear. */
export const tokenPrefixes = { access: 'parley_access_', refresh: 'parley_refresh_' } as const;

export const isAccessTokenText = (text: string): boolean => /^parley_access_[\w-]{43}$/.test(text);

/** Whether a text contains a partner's token, valid or not. */
export const containsPartnerToken = (text: string): boolean => /parley_(access|refresh)_[\w-]{43}/.test(text);
