export { type AvatarTokens, audienceOf, createAvatarTokens, tokenLifetime } from './avatar-tokens.ts';
export { createTokenChecker } from './check-token.ts';
export { loadSigningKeys, resealSigningKeys, type SigningKey } from './signing-keys.ts';
