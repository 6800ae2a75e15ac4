export {
  type AccessTokens,
  createAccessTokens,
  endPartnerTokens,
  type TokenAccess,
} from './access-tokens.ts';
export { createConsents } from './consents.ts';
export { discoveryDocument } from './discovery.ts';
export { createItems, resealOauthItems } from './items.ts';
export { createOauth, type Oauth, type OauthAnswer } from './oauth.ts';
export { containsPartnerToken } from './token-text.ts';
