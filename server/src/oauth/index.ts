export type { OauthAnswer } from './answers.ts';
export { createConsents } from './consent/consents.ts';
export { discoveryDocument } from './discovery.ts';
export { createOauth, type Oauth } from './oauth.ts';
export { type AccessTokens, createAccessTokens, endPartnerTokens } from './tokens/access-tokens.ts';
export { createItems, sealedOauthItems } from './tokens/oauth-items.ts';
export { containsPartnerToken } from './tokens/token-text.ts';
