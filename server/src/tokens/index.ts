export { type AvatarTokens, audienceOf, createAvatarTokens } from './avatar-tokens.ts';
export { createTokenChecker } from './check-token.ts';
export { createPartnerTokens, type PartnerTokens } from './partner-tokens.ts';
export { type SigningKey, sealedSigningKeys } from './signing-key-rows.ts';
export {
  createSigningKeys,
  loadSigningKeys,
  type SigningKeys,
  type SigningKeysDeps,
} from './signing-keys.ts';
