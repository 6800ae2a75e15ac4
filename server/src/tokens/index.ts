export { type AvatarTokens, audienceOf, createAvatarTokens, tokenLifetime } from './avatar-tokens.ts';
export { loadSigningKeys, type SigningKey, sealSigningKeysAgain } from './signing-keys.ts';
