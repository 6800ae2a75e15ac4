import type { DurableEventName, ExtendedEventName } from '@parley/protocol';
import type { GrantEnder } from '@parley/protocol/management';

const accounts = (count: number) => (count === 1 ? '1 account' : `${count} accounts`);

/** The operator's list. */
export const partners = {
  title: 'Partners',
  lead: 'Applications of other companies. An owner of an account can allow a partner to use some of its avatars and to receive their events.',
  create: 'Create partner',
  newTitle: 'New partner',
  createdTitle: (name: string) => `Partner “${name}”`,
  emptyTitle: 'No partners yet',
  emptyText: 'Create a partner for each application that should connect to accounts of this service.',
  name: 'Name',
  nameHint: 'People see this name when they are asked to allow access.',
  redirectUris: 'Redirect URIs',
  redirectUrisHint:
    'Where people go after they have decided. It must match exactly. HTTPS, or HTTP for localhost.',
  redirectUrisPlaceholder: 'Type a URI and press Enter',
  noRedirectUri: 'Enter at least one redirect URI.',
  webhookUrl: 'Webhook URL',
  webhookUrlHint: 'The partner receives the events of accounts that allow it access here.',
  conversations: 'Send conversations',
  conversationsHint:
    'The partner receives what was said, after each session of an avatar that has transcripts enabled.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  clientSecretHint: 'The client secret is for the token endpoint. It cannot be replaced later.',
  webhookSecret: 'Webhook signing secret',
  json: 'Both as JSON, with the client ID',
  state: 'Webhook',
  grants: 'Accounts',
  waiting: 'Waiting',
  since: 'Since',
};

/** One partner, for the operator. */
export const partner = {
  back: 'Partners',
  deliveries: 'Deliveries',
  seeDeliveries: 'Show deliveries',
  pausedTitle: 'The webhook is paused',
  pausedText: 'New events are held and not lost. Re-enable the webhook to send them.',
  pause: 'Pause webhook',
  pauseQuestion: (name: string) => `Pause the webhook of ${name}?`,
  pauseText:
    'Nothing is sent to the partner until you re-enable the webhook. New events are held, and none is lost. Access tokens keep working.',
  paused: (name: string) => `The webhook of ${name} is paused. Its events are held.`,
  enable: 'Re-enable webhook',
  enabled: (name: string) => `The webhook of ${name} is active again. Held events are being sent.`,
  settings: 'Settings',
  saved: 'Saved.',
  eventNames: {
    'connection:state-changed': 'A visitor is connecting, connected or disconnected.',
    'session:conversation': 'What was said, once after a session.',
    'agent:error': 'The service could not read, write or clear the conversation history.',
    'platform:state-changed': 'A page switched between the service’s voice and its own stream.',
  } satisfies Record<DurableEventName, string>,
  logoutHint:
    'customer:logout is always sent: when a person in an account signs out, or an owner withdraws the access.',
  extendedEventNames: {
    'agent:message': 'A visitor or an avatar said something.',
    'avatar:state-changed': 'An avatar began to listen, think or talk.',
    'avatar:load-progress': 'How much of an avatar is loaded.',
    'media:mic-state-changed': 'A visitor muted or unmuted the microphone.',
    'media:speaker-state-changed': 'A visitor muted or unmuted the sound.',
    'media:mic-permission-state-changed': 'A visitor allowed or refused the microphone.',
    'media:mic-ready': 'An avatar is ready to listen.',
    'network:state-changed': 'A visitor’s browser went offline or online.',
    notification: 'A page showed a message to a visitor.',
    'session:ended': 'A session is over.',
  } satisfies Record<ExtendedEventName, string>,
  extendedHint: 'Only from accounts for which it is enabled.',
  secretTitle: 'Signing secret',
  secretLead:
    'The partner uses it to verify that events come from this service. The client secret is a different one and cannot be replaced.',
  oldSecretUntil: 'Requests are also signed with the old secret until',
  rotate: 'Rotate secret',
  rotateQuestion: 'Rotate the signing secret?',
  rotateText:
    'Requests are signed with the new secret immediately, and also with the old one for one day. Give the new secret to the partner within that day.',
  rotatedTitle: 'New signing secret',
  grants: 'Accounts',
  grantsLead: 'Accounts that allow this partner access, and those whose access has ended.',
  noGrants: 'No account has allowed this partner access yet.',
  account: 'Account',
  dangerTitle: 'Delete this partner',
  dangerLead: 'Its access to all accounts ends immediately, and it receives no more events.',
  deleteQuestion: (name: string) => `Delete ${name}?`,
  deleteText: (grants: number, waiting: number) =>
    [
      grants === 0
        ? 'No account allows it access.'
        : `${accounts(grants)} ${grants === 1 ? 'allows' : 'allow'} it access. All of its tokens stop working immediately.`,
      waiting === 0
        ? ''
        : waiting === 1
          ? '1 waiting delivery is discarded.'
          : `${waiting} waiting deliveries are discarded.`,
      'Its secrets become invalid. This cannot be undone.',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  deleted: (name: string) => `${name} was deleted.`,
  deliveriesTitle: (name: string) => `Deliveries to ${name}`,
  deliveriesLead:
    'Events that were sent to this partner or wait for it. Finished deliveries are kept for 30 days.',
  deliveriesEmptyTitle: 'No deliveries yet',
  deliveriesEmptyText: 'The first event of an account that allows access creates the first delivery.',
};

/** What a partner may do, in plain words. Used by owners, members and the operator. */
export const allowed = {
  short: {
    read_avatars: 'See avatars',
    generate_tokens: 'Start conversations',
    events: 'Receive events',
    conversations: 'Receive conversations',
  },
  allAvatars: 'All avatars',
  ended: {
    account: 'Withdrawn',
    partner: 'Ended by the application',
    operator: 'Ended by the operator',
  } satisfies Record<GrantEnder, string>,
};

export const connectedApps = {
  title: 'Connected apps',
  lead: 'Applications of other companies that may use this account. Owners allow and withdraw access.',
  emptyTitle: 'No connected apps',
  emptyText:
    'An application appears here when an owner has allowed it access. The connection begins in the application itself.',
  app: 'Application',
  may: 'May',
  avatars: 'Avatars',
  lastUsed: 'Last used',
  allowed: 'Allowed',
  withdraw: 'Withdraw',
  withdrawFrom: (name: string) => `Withdraw the access of ${name}`,
  withdrawQuestion: (name: string) => `Withdraw the access of ${name}?`,
  withdrawText: (name: string) =>
    `${name} can no longer use this account, and it receives no more events. This takes effect immediately. To allow it again, connect it again in the application.`,
  withdrawn: (name: string) => `${name} no longer has access.`,
};

export const consent = {
  waiting: 'Connect an application',
  title: (partner: string) => `Connect ${partner}?`,
  lead: (partner: string) => `${partner} asks for access to your Parley account.`,
  signedInAs: (email: string) => `Signed in as ${email}.`,
  notYou: 'Use another sign-in',
  account: 'Account',
  accountHint: 'Only accounts that you own are listed.',
  again: (account: string, partner: string) =>
    `${account} already allows ${partner} access. What you choose now replaces that.`,
  may: (partner: string) => `${partner} will be able to`,
  permissions: {
    read_avatars: ['See the avatars', 'Their names and IDs.'],
    generate_tokens: [
      'Start conversations with the avatars',
      'Also with private ones. Its users can talk to them, and these sessions appear in your account.',
    ],
    events: [
      'Receive events of the avatars',
      'When visitors come and go, with the user ID and name that your page gave, and when something failed. Also when a person in the account signs out of this dashboard.',
    ],
    conversations: [
      'Receive what was said',
      'The messages and the transcript of each session, from avatars that have transcripts enabled.',
    ],
  },
  mayNot: 'It cannot see your password, change anything in the account, or read earlier conversations.',
  avatars: 'Which avatars?',
  allAvatars: 'All avatars',
  allAvatarsText: 'Also those that you create later.',
  someAvatars: 'Only some',
  someAvatarsText: 'You choose them by name.',
  chooseAvatars: 'Avatars',
  chooseAvatarsPlaceholder: 'Search by name',
  chooseOne: 'Choose at least one avatar.',
  allow: 'Allow',
  refuse: 'Refuse',
  afterwards: 'After you decide, you are sent to',
  withdrawLater: 'An owner can withdraw this at any time under Connected apps.',
  memberTitle: 'Only an owner can allow this',
  memberText: (partner: string, accounts: string) =>
    `You are a member of ${accounts}, and members cannot give applications access. Ask an owner to connect ${partner}.`,
  noAccountText: (partner: string) =>
    `You do not belong to an account yet. Ask an owner of an account to connect ${partner}.`,
  goBack: (host: string) => `Go back to ${host}`,
  expiredTitle: 'This request is no longer valid',
  expiredText:
    'It was answered already, it waited for too long, or it was opened in another browser. Go back to the application and connect again.',
  toDashboard: 'Open the dashboard',
};
