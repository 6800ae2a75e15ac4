export { type AvatarTokens, audienceOf, createAvatarTokens, tokenLifetime } from './avatar-tokens.ts';
export { createTokenChecker } from './check-token.ts';
export { createSigningKeys, resealSigningKeys, type SigningKeys } from './signing-keys.ts';
