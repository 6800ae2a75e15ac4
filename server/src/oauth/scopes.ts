/** What a partner can ask for. The names are those of the permissions of API keys. */
export const partnerScopes = ['read_avatars', 'generate_tokens'] as const;
export type PartnerScope = (typeof partnerScopes)[number];

export const isPartnerScope = (name: string): name is PartnerScope =>
  (partnerScopes as readonly string[]).includes(name);
