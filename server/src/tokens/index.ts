export { type AvatarTokens, audienceOf, createAvatarTokens, tokenLifetime } from './avatar-tokens.ts';
export { createTokenChecker } from './check-token.ts';
export { loadSigningKeys, type SigningKey, sealSigningKeysAgain } from './signing-keys.ts';
