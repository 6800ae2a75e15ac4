/** What a management key may do, by name. */
export const scopes = {
  'account:read': 'read the account, and which extended events it has',
  'account:write': 'change the account',
  'avatars:read': 'read avatars and voices',
  'avatars:write': 'create, change and delete avatars',
  'keys:read': 'list API keys',
  'keys:write': 'create, change and revoke API keys',
  'webhooks:read': 'read webhooks and deliveries',
  'webhooks:write': 'create, change and delete webhooks; replay and discard deliveries',
  'sessions:read': 'read sessions, transcripts and usage',
  'sessions:write': 'end live sessions',
  'members:read': 'read members and invitations',
  'members:write': 'invite and remove people, including owners',
  'audit:read': 'read the audit log',
  'visitors:read': 'list visitors and export their data',
  'visitors:write': 'erase the data of visitors',
} as const;

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as Scope[];
export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name);
