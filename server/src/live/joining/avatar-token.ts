/** What a valid avatar token contains. */
export type AvatarToken = { readonly jti: string; readonly expiresAt: number };

export type TokenCheck =
  | { readonly ok: true; readonly token: AvatarToken }
  | { readonly ok: false; readonly code: 'token_invalid' | 'token_expired' };

export type TokenChecker = (jwt: string, avatarId: number, accountId: string) => Promise<TokenCheck>;
