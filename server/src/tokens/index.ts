export { type AvatarTokens, createAvatarTokens } from './avatar-tokens.ts';
export { createTokenChecker } from './check-token.ts';
export { createPartnerTokens, type PartnerTokens } from './partner-tokens.ts';
export { sealedSigningKeys } from './signing-key-rows.ts';
export { createSigningKeys, loadSigningKeys, type SigningKeys } from './signing-keys.ts';
