import { type Call, type CallName, managementCalls } from '@parley/protocol/management';
import type { Things } from './dashboard-scene.ts';

/** A request that a call accepts, and one that it refuses. */
export type CallExample = {
  readonly parts?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** A body that the call refuses; null for calls without a body. */
  readonly badBody: unknown;
  /** For a call that cannot succeed in the test scene: the code of its refusal. */
  readonly refusal?: string;
};

/** Calls about a person's own sign-in, and about the key itself, have their own tests. */
export type AccountCallName = Exclude<
  CallName,
  `auth.${string}` | `me.${string}` | `consent.${string}` | 'managementKeys.current'
>;

const none = { badBody: null };
const wrong = { surprise: true };
let count = 0;
/** A number that makes a unique name. */
const next = (): number => {
  count += 1;
  return count;
};

/** One example for each call. A call cannot be added without one. */
export const callExamples: Readonly<Record<AccountCallName, (things: Things) => CallExample>> = {
  'accounts.list': () => none,
  'accounts.create': () => ({
    body: { name: 'New', email: `new-${next()}@example.com` },
    badBody: { name: 'New' },
  }),
  'accounts.get': () => none,
  'account.get': () => none,
  'account.update': () => ({ body: { name: `Name ${next()}` }, badBody: { retentionDays: 'long' } }),
  'account.extendedEvents': () => none,
  'account.setExtendedEvents': () => ({
    body: { names: ['agent:message'], enabled: true },
    badBody: { names: 'agent:message', enabled: true },
  }),

  'avatars.list': () => none,
  'avatars.create': () => ({ body: { name: 'New' }, badBody: { name: 7 } }),
  'avatars.get': ({ avatar }) => ({ parts: { avatar }, badBody: null }),
  'avatars.update': ({ avatar }) => ({
    parts: { avatar },
    body: { greeting: `Hello ${next()}` },
    badBody: { greeting: 7 },
  }),
  'avatars.duplicate': ({ avatar }) => ({ parts: { avatar }, body: { name: 'Copy' }, badBody: { name: 7 } }),
  'avatars.brains': ({ avatar }) => ({ parts: { avatar }, badBody: null }),
  'avatars.promote': ({ avatar }) => ({ parts: { avatar }, badBody: null, refusal: 'conflict' }),
  'avatars.delete': ({ avatar }) => ({ parts: { avatar }, badBody: null }),
  'avatars.testEndpoint': ({ avatar }) => ({
    parts: { avatar },
    body: { endpointUrl: 'http://127.0.0.1:9/' },
    badBody: wrong,
  }),
  'avatars.say': ({ avatar }) => ({ parts: { avatar }, body: { text: 'Hello' }, badBody: { text: '' } }),
  'avatars.putModel': ({ avatar }) => ({
    parts: { avatar },
    body: Buffer.from('no model'),
    badBody: null,
    refusal: 'invalid',
  }),
  'avatars.putPortrait': ({ avatar }) => ({
    parts: { avatar },
    body: Buffer.from('no pictures'),
    badBody: null,
    refusal: 'invalid',
  }),
  'avatars.removeModel': ({ avatar }) => ({ parts: { avatar }, badBody: null, refusal: 'not_found' }),
  'avatars.token': ({ avatar }) => ({ parts: { avatar }, badBody: null }),
  'voices.list': () => none,

  'keys.list': () => none,
  'keys.create': () => ({ body: { name: 'New', permissions: ['read_avatars'] }, badBody: { name: 'New' } }),
  'keys.get': ({ key }) => ({ parts: { key }, badBody: null }),
  'keys.update': ({ key }) => ({ parts: { key }, body: { name: `Key ${next()}` }, badBody: { name: 7 } }),
  'keys.disable': ({ key }) => ({ parts: { key }, badBody: null }),
  'keys.enable': ({ disabledKey }) => ({ parts: { key: disabledKey }, badBody: null }),
  'keys.revoke': ({ key }) => ({ parts: { key }, badBody: null }),
  'keys.setLimits': ({ key }) => ({
    parts: { key },
    body: { burst: 1_000 + next(), rate: null },
    badBody: { burst: 0, rate: null },
  }),

  'managementKeys.list': () => none,
  'managementKeys.create': () => ({
    body: { name: 'New', scopes: ['avatars:read'] },
    badBody: { name: 'New', scopes: ['everything'] },
  }),
  'managementKeys.revoke': ({ managementKey }) => ({ parts: { key: managementKey }, badBody: null }),

  'webhooks.list': () => none,
  'webhooks.create': () => ({
    body: { name: 'New', url: 'http://127.0.0.1:9/new' },
    badBody: { name: 'New', url: 'nowhere' },
  }),
  'webhooks.get': ({ webhook }) => ({ parts: { webhook }, badBody: null }),
  'webhooks.update': ({ webhook }) => ({
    parts: { webhook },
    body: { name: `Hook ${next()}` },
    badBody: { events: 'all' },
  }),
  'webhooks.delete': ({ webhook }) => ({ parts: { webhook }, query: { discard: true }, badBody: null }),
  'webhooks.rotate': ({ webhook }) => ({
    parts: { webhook },
    body: { overlapSeconds: 60 },
    badBody: { overlapSeconds: -1 },
  }),
  'webhooks.test': ({ webhook }) => ({ parts: { webhook }, badBody: null }),
  'webhooks.pause': ({ webhook }) => ({ parts: { webhook }, badBody: null }),
  'webhooks.enable': ({ pausedWebhook }) => ({ parts: { webhook: pausedWebhook }, badBody: null }),
  'webhooks.requests': ({ webhook }) => ({ parts: { webhook }, query: { after: 0 }, badBody: null }),
  'webhooks.sendSample': ({ webhook }) => ({
    parts: { webhook },
    body: { event: 'agent:error' },
    badBody: { event: 'no:such' },
  }),

  'deliveries.list': () => none,
  'deliveries.get': ({ delivery }) => ({ parts: { delivery }, badBody: null }),
  'deliveries.replay': ({ delivery }) => ({ parts: { delivery }, badBody: null }),
  'deliveries.replayMany': ({ delivery }) => ({ body: { ids: [delivery] }, badBody: { ids: delivery } }),
  'deliveries.discardMany': ({ delivery }) => ({ body: { ids: [delivery] }, badBody: { ids: delivery } }),
  'deliveries.discard': ({ delivery }) => ({ parts: { delivery }, badBody: null }),
  'events.catalogue': () => none,

  'sessions.live': () => none,
  'sessions.stream': () => none,
  'sessions.list': () => none,
  'sessions.get': ({ session }) => ({ parts: { session }, badBody: null }),
  'sessions.transcript': ({ session }) => ({ parts: { session }, query: { format: 'text' }, badBody: null }),
  'sessions.disconnect': ({ session }) => ({ parts: { session }, badBody: null, refusal: 'conflict' }),
  'sessions.clearContext': ({ session }) => ({ parts: { session }, badBody: null, refusal: 'conflict' }),
  'sessions.watch': ({ session }) => ({ parts: { session }, badBody: null, refusal: 'session_over' }),
  'sessions.take': ({ session }) => ({
    parts: { session },
    body: { cut: false },
    badBody: { cut: 'yes' },
    refusal: 'session_over',
  }),
  'sessions.say': ({ session }) => ({
    parts: { session },
    body: { id: '1', text: 'Hello.' },
    badBody: { id: '1', text: '' },
    refusal: 'session_over',
  }),
  'sessions.typing': ({ session }) => ({ parts: { session }, badBody: null, refusal: 'session_over' }),
  'sessions.release': ({ session }) => ({ parts: { session }, badBody: null, refusal: 'session_over' }),
  'replays.list': () => none,
  'replays.create': ({ session }) => ({
    body: { sessions: [session], endpointUrl: 'http://127.0.0.1:9/' },
    badBody: { sessions: session },
  }),
  'replays.get': ({ replay }) => ({ parts: { replay }, badBody: null }),
  'replays.turns': ({ replay }) => ({ parts: { replay }, badBody: null }),
  'replays.report': ({ replay }) => ({ parts: { replay }, badBody: null }),
  'replays.stop': ({ replay }) => ({ parts: { replay }, badBody: null }),
  'replays.delete': ({ replay }) => ({ parts: { replay }, badBody: null }),
  'overview.get': () => none,

  'members.list': () => none,
  'members.update': ({ member }) => ({
    parts: { member },
    body: { role: 'owner', answers: true },
    badBody: { role: 'king' },
  }),
  'members.remove': ({ member }) => ({ parts: { member }, badBody: null }),
  'members.leave': () => none,
  'invitations.list': () => none,
  'invitations.create': () => ({
    body: { email: `invited-${next()}@example.com`, role: 'member' },
    badBody: { email: 'nobody', role: 'member' },
  }),
  'invitations.resend': ({ invitation }) => ({ parts: { invitation }, badBody: null }),
  'invitations.revoke': ({ invitation }) => ({ parts: { invitation }, badBody: null }),
  'grants.list': () => none,
  'grants.withdraw': ({ grant }) => ({ parts: { grant }, badBody: null }),
  'audit.list': () => none,

  'data.visitors': () => none,
  'data.export': ({ visitor }) => ({ parts: { visitor }, badBody: null }),
  'data.erase': ({ visitor }) => ({
    parts: { visitor },
    body: { confirm: visitor },
    badBody: { confirm: 'yes' },
  }),

  'partners.list': () => none,
  'partners.create': () => ({
    body: {
      name: 'New',
      redirectUris: ['https://partner.example.com/back'],
      webhookUrl: 'http://127.0.0.1:9/partner',
    },
    badBody: { name: 'New', redirectUris: [], webhookUrl: 'http://127.0.0.1:9/partner' },
  }),
  'partners.get': ({ partner }) => ({ parts: { partner }, badBody: null }),
  'partners.update': ({ partner }) => ({
    parts: { partner },
    body: { name: `Partner ${next()}` },
    badBody: { redirectUris: ['http://partner.example.com/'] },
  }),
  'partners.rotate': ({ partner }) => ({ parts: { partner }, badBody: null }),
  // A partner without grants: accounts with a grant would get an entry in their audit log, too.
  'partners.delete': ({ pausedPartner }) => ({ parts: { partner: pausedPartner }, badBody: null }),
  'partners.pause': ({ partner }) => ({ parts: { partner }, badBody: null }),
  'partners.enable': ({ pausedPartner }) => ({ parts: { partner: pausedPartner }, badBody: null }),
  'partners.grants': ({ partner }) => ({ parts: { partner }, badBody: null }),
  'partners.deliveries': ({ partner }) => ({ parts: { partner }, badBody: null }),
  'partners.delivery': ({ partner, partnerDelivery }) => ({
    parts: { partner, delivery: partnerDelivery },
    badBody: null,
  }),
  'partners.replay': ({ partner, partnerDelivery }) => ({
    parts: { partner, delivery: partnerDelivery },
    badBody: null,
  }),

  'mails.list': () => none,
  'mails.retry': () => ({ parts: { mail: '1' }, badBody: null, refusal: 'conflict' }),
  'processes.list': () => none,
  'secrets.rotate': () => ({
    parts: { secret: 'signing-keys' },
    body: {},
    badBody: { now: 'yes' },
  }),
  'signInLinks.create': ({ ownerEmail }) => ({ body: { email: ownerEmail }, badBody: { email: 7 } }),
};

const kindOf = (name: AccountCallName): Call['kind'] => managementCalls[name].kind;

/** Calls that change something in one transaction. */
export const changingCalls = (Object.keys(callExamples) as AccountCallName[]).filter(
  (name) => kindOf(name) === 'change' || kindOf(name) === 'create',
);
