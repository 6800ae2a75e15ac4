import type { CallName, callRoutes } from '@parley/protocol/management/routes';

type Routes = typeof callRoutes;
/** Each of these calls writes an audit entry with its name. */
type ChangeName = {
  [N in CallName]: Routes[N]['kind'] extends 'change' | 'create' ? N : never;
}[CallName];

const changes = {
  'accounts.create': 'Created the account',
  'account.update': 'Changed the account',
  'account.setExtendedEvents': 'Changed the extended events',
  'avatars.create': 'Created an avatar',
  'avatars.update': 'Changed an avatar',
  'avatars.delete': 'Deleted an avatar',
  'avatars.removeModel': 'Removed the model of an avatar',
  'keys.create': 'Created an API key',
  'keys.update': 'Changed an API key',
  'keys.disable': 'Disabled an API key',
  'keys.enable': 'Enabled an API key',
  'keys.revoke': 'Revoked an API key',
  'keys.setLimits': 'Set the limits of an API key',
  'managementKeys.create': 'Created a management key',
  'managementKeys.revoke': 'Revoked a management key',
  'webhooks.create': 'Created a webhook',
  'webhooks.update': 'Changed a webhook',
  'webhooks.delete': 'Deleted a webhook',
  'webhooks.rotate': 'Rotated the secret of a webhook',
  'webhooks.pause': 'Paused a webhook',
  'webhooks.enable': 'Re-enabled a webhook',
  'deliveries.discard': 'Discarded a delivery',
  'deliveries.discardMany': 'Discarded deliveries',
  'members.update': 'Changed the role of a member',
  'members.remove': 'Removed a member',
  'members.leave': 'Left the account',
  'invitations.create': 'Invited a person',
  'invitations.resend': 'Sent an invitation again',
  'invitations.revoke': 'Withdrew an invitation',
  'consent.allow': 'Allowed a partner access',
  'grants.withdraw': 'Withdrew the access of a partner',
  'partners.create': 'Created a partner',
  'partners.update': 'Changed a partner',
  'partners.rotate': 'Rotated the signing secret of a partner',
  'partners.delete': 'Deleted a partner',
  'partners.pause': 'Paused the webhook of a partner',
  'partners.enable': 'Re-enabled the webhook of a partner',
  'data.erase': 'Erased a visitor',
  'signInLinks.create': 'Created a sign-in link',
  'secrets.rotate': 'Replaced a secret of the installation',
} as const satisfies Record<ChangeName, string>;

const actions = {
  'avatars.putModel': 'Uploaded a model for an avatar',
  'avatars.testEndpoint': 'Tested an endpoint',
  'webhooks.test': 'Tested a webhook',
  'webhooks.sendSample': 'Sent a sample to a webhook',
  'deliveries.replay': 'Replayed a delivery',
  'deliveries.replayMany': 'Replayed deliveries',
  'partners.replay': 'Replayed a delivery to a partner',
  'sessions.transcript': 'Downloaded a transcript',
  'sessions.disconnect': 'Disconnected a session',
  'sessions.clearContext': 'Cleared the context of a session',
  'data.export': 'Exported the data of a visitor',
} as const satisfies Partial<Record<CallName, string>>;

/** Through the OAuth endpoints. */
const byPartners = {
  'grants.end': 'Ended its own access to the account',
};

const signIns = {
  'invitation.accept': 'Accepted an invitation',
  'sign-in.password': 'Signed in with a password',
  'sign-in.second-factor': 'Signed in with a second factor',
  'sign-in.link': 'Signed in with a link',
  'sign-in.passkey': 'Signed in with a passkey',
  'sign-in.end': 'Signed out another browser',
  'sign-in.end-everywhere': 'Signed out everywhere',
  'person.rename': 'Changed their name',
  'password.change': 'Changed their password',
  'second-factor.enable': 'Turned on the second factor',
  'second-factor.remove': 'Turned off the second factor',
  'second-factor.new-backup-codes': 'Created new backup codes',
  'passkey.add': 'Added a passkey',
  'passkey.remove': 'Removed a passkey',
};

export const audit = {
  title: 'Audit log',
  lead: 'Who changed what in this account: people, management keys, partners and the operator.',
  emptyTitle: 'No changes yet',
  emptyText: 'Changes to avatars, keys, webhooks and members appear here.',
  at: 'Time',
  who: 'Who',
  action: 'Action',
  what: 'What happened',
  actions: { ...changes, ...actions, ...byPartners, ...signIns } as Readonly<Partial<Record<string, string>>>,
  anyAction: 'All actions',
  thing: 'ID',
  address: 'From',
  person: 'Person',
  anybody: 'All people',
  operator: 'The operator’s token',
  did: (action: string) => `did “${action}”`,
  system: 'The service itself',
  managementKey: (name: string) => `Management key “${name}”`,
  partner: (name: string) => `The application “${name}”`,
};
