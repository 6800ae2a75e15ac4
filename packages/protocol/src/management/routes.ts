import type { Role } from './common-schemas.ts';
import type { Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may make a call.
 * - `anyone`: also people who are not signed in.
 * - `person`: a person who is signed in, about themselves.
 * - `key`: a management key, about itself.
 * - `operator`: the operator's token, or a person who is an operator of the installation.
 * - `account`: the account of the path. A member or an owner who is signed in, the operator's token, and management keys
 *   of the account with the scope. Without a scope no key may make the call. With `operators`, people who are operators
 *   of the installation may make it for any account. With `answers`, members must be allowed to answer visitors.
 *
 * An id of another account gets `not_found`.
 */
export type CallAccess =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'person' }
  | { readonly kind: 'key' }
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'account';
      readonly role: Role;
      readonly scope: Scope | null;
      readonly operators?: true;
      readonly answers?: true;
    };

/**
 * - `read` changes nothing.
 * - `change` runs in one transaction: all of it happens or none of it, and the audit log gets one entry.
 * - `create` is a change that makes something new. It answers 201 and takes an `Idempotency-Key`.
 * - `action` reaches outside the database, for example to send a test to a webhook.
 */
export type CallKind = 'read' | 'change' | 'create' | 'action';

export type CallRoute = {
  readonly method: Method;
  readonly path: string;
  readonly access: CallAccess;
  readonly kind: CallKind;
};

const base = '/v1';
const accountPath = `${base}/accounts/:account`;

const to = <A extends CallAccess>(access: A, prefix: string) => ({
  read: (path: string) => ({ method: 'GET', path: prefix + path, access, kind: 'read' }) as const,
  create: (path: string) => ({ method: 'POST', path: prefix + path, access, kind: 'create' }) as const,
  change: (method: Method, path: string) =>
    ({ method, path: prefix + path, access, kind: 'change' }) as const,
  action: (method: Method, path: string) =>
    ({ method, path: prefix + path, access, kind: 'action' }) as const,
});

const signIn = to({ kind: 'anyone' }, `${base}/sign-in`);
const me = to({ kind: 'person' }, `${base}/me`);
const key = to({ kind: 'key' }, `${base}/key`);
const operator = to({ kind: 'operator' }, base);
const member = (scope: Scope | null) => to({ kind: 'account', role: 'member', scope }, accountPath);
/** Members, and people who are operators. */
const memberOrOperator = (scope: Scope | null) =>
  to({ kind: 'account', role: 'member', scope, operators: true }, accountPath);
/** Members who may watch conversations and answer visitors. */
const answering = (scope: Scope) =>
  to({ kind: 'account', role: 'member', scope, answers: true }, accountPath);
const owner = (scope: Scope | null) => to({ kind: 'account', role: 'owner', scope }, accountPath);

/** Every call of the management API by name. Plain data, so that pages can load it without the schemas. */
export const callRoutes = {
  'auth.options': signIn.read('/options'),
  'auth.signIn': signIn.action('POST', '/password'),
  'auth.secondFactor': signIn.action('POST', '/second-factor'),
  'auth.link': signIn.action('POST', '/link'),
  'auth.forgotPassword': signIn.action('POST', '/forgot-password'),
  'auth.resetPassword': signIn.action('POST', '/reset-password'),
  'auth.passkeyOptions': signIn.action('POST', '/passkey/options'),
  'auth.passkey': signIn.action('POST', '/passkey'),
  'auth.invitation': signIn.action('POST', '/invitation'),
  'auth.acceptInvitation': signIn.action('POST', '/invitation/accept'),
  'auth.signOut': me.action('POST', '/sign-out'),
  'auth.signOutEverywhere': me.action('POST', '/sign-out-everywhere'),

  'me.get': me.read(''),
  'me.update': me.action('PATCH', ''),
  'me.changePassword': me.action('POST', '/password'),
  'me.beginSecondFactor': me.action('POST', '/second-factor/begin'),
  'me.confirmSecondFactor': me.action('POST', '/second-factor/confirm'),
  'me.removeSecondFactor': me.action('POST', '/second-factor/remove'),
  'me.newBackupCodes': me.action('POST', '/second-factor/backup-codes'),
  'me.passkeys': me.read('/passkeys'),
  'me.passkeyOptions': me.action('POST', '/passkeys/options'),
  'me.addPasskey': me.action('POST', '/passkeys'),
  'me.removePasskey': me.action('POST', '/passkeys/:passkey/remove'),
  'me.signIns': me.read('/sign-ins'),
  'me.endSignIn': me.action('DELETE', '/sign-ins/:signIn'),

  'consent.get': me.read('/consents/:uid'),
  'consent.allow': me.change('POST', '/consents/:uid/allow'),
  'consent.deny': me.action('POST', '/consents/:uid/deny'),

  'accounts.list': operator.read('/accounts'),
  'accounts.create': operator.create('/accounts'),
  'accounts.get': operator.read('/accounts/:account/summary'),
  'account.get': member('account:read').read(''),
  'account.update': owner('account:write').change('PATCH', ''),
  'account.extendedEvents': memberOrOperator('account:read').read('/extended-events'),
  'account.setExtendedEvents': operator.change('PUT', '/accounts/:account/extended-events'),

  'avatars.list': member('avatars:read').read('/avatars'),
  'avatars.create': member('avatars:write').create('/avatars'),
  'avatars.get': member('avatars:read').read('/avatars/:avatar'),
  'avatars.update': member('avatars:write').change('PATCH', '/avatars/:avatar'),
  'avatars.duplicate': member('avatars:write').create('/avatars/:avatar/duplicate'),
  'avatars.brains': member('sessions:read').read('/avatars/:avatar/brains'),
  'avatars.promote': member('avatars:write').change('POST', '/avatars/:avatar/promote'),
  'avatars.delete': owner('avatars:write').change('DELETE', '/avatars/:avatar'),
  'avatars.testEndpoint': member('avatars:write').action('POST', '/avatars/:avatar/test-endpoint'),
  'avatars.say': member('avatars:read').action('POST', '/avatars/:avatar/say'),
  'avatars.putModel': member('avatars:write').action('PUT', '/avatars/:avatar/model'),
  'avatars.removeModel': member('avatars:write').change('DELETE', '/avatars/:avatar/model'),
  'avatars.putPortrait': member('avatars:write').action('PUT', '/avatars/:avatar/portrait'),
  'avatars.token': member('avatars:write').action('POST', '/avatars/:avatar/token'),
  'voices.list': member('avatars:read').read('/voices'),

  'keys.list': memberOrOperator('keys:read').read('/keys'),
  'keys.create': owner('keys:write').create('/keys'),
  'keys.get': memberOrOperator('keys:read').read('/keys/:key'),
  'keys.update': owner('keys:write').change('PATCH', '/keys/:key'),
  'keys.disable': owner('keys:write').change('POST', '/keys/:key/disable'),
  'keys.enable': owner('keys:write').change('POST', '/keys/:key/enable'),
  'keys.revoke': owner('keys:write').change('POST', '/keys/:key/revoke'),
  'keys.setLimits': operator.change('PUT', '/accounts/:account/keys/:key/limits'),

  'managementKeys.current': key.read(''),
  'managementKeys.list': member(null).read('/management-keys'),
  'managementKeys.create': owner(null).create('/management-keys'),
  'managementKeys.revoke': owner(null).change('POST', '/management-keys/:key/revoke'),

  'webhooks.list': member('webhooks:read').read('/webhooks'),
  'webhooks.create': owner('webhooks:write').create('/webhooks'),
  'webhooks.get': member('webhooks:read').read('/webhooks/:webhook'),
  'webhooks.update': owner('webhooks:write').change('PATCH', '/webhooks/:webhook'),
  'webhooks.delete': owner('webhooks:write').change('DELETE', '/webhooks/:webhook'),
  'webhooks.rotate': owner('webhooks:write').change('POST', '/webhooks/:webhook/rotate'),
  'webhooks.test': member('webhooks:write').action('POST', '/webhooks/:webhook/test'),
  'webhooks.pause': owner('webhooks:write').change('POST', '/webhooks/:webhook/pause'),
  'webhooks.enable': owner('webhooks:write').change('POST', '/webhooks/:webhook/enable'),
  'webhooks.requests': memberOrOperator('webhooks:read').read('/webhooks/:webhook/requests'),
  'webhooks.sendSample': member('webhooks:write').action('POST', '/webhooks/:webhook/send-sample'),

  'deliveries.list': member('webhooks:read').read('/deliveries'),
  'deliveries.get': member('webhooks:read').read('/deliveries/:delivery'),
  'deliveries.replay': member('webhooks:write').action('POST', '/deliveries/:delivery/replay'),
  'deliveries.replayMany': member('webhooks:write').action('POST', '/deliveries/replay'),
  'deliveries.discardMany': owner('webhooks:write').change('POST', '/deliveries/discard'),
  'deliveries.discard': owner('webhooks:write').change('POST', '/deliveries/:delivery/discard'),
  'events.catalogue': member('webhooks:read').read('/events'),

  'sessions.live': member('sessions:read').read('/sessions/live'),
  'sessions.stream': member('sessions:read').read('/sessions/stream'),
  'sessions.list': member('sessions:read').read('/sessions'),
  'sessions.get': member('sessions:read').read('/sessions/:session'),
  'sessions.transcript': member('sessions:read').action('GET', '/sessions/:session/transcript'),
  'sessions.disconnect': member('sessions:write').action('POST', '/sessions/:session/disconnect'),
  'sessions.clearContext': member('sessions:write').action('POST', '/sessions/:session/clear-context'),
  'sessions.watch': answering('sessions:watch').action('GET', '/sessions/:session/watch'),
  'sessions.take': answering('sessions:answer').action('POST', '/sessions/:session/take'),
  'sessions.say': answering('sessions:answer').action('POST', '/sessions/:session/say'),
  'sessions.typing': answering('sessions:answer').action('POST', '/sessions/:session/typing'),
  'sessions.release': answering('sessions:answer').action('POST', '/sessions/:session/release'),

  'replays.list': owner('replays:read').read('/replays'),
  'replays.create': owner('replays:write').create('/replays'),
  'replays.get': owner('replays:read').read('/replays/:replay'),
  'replays.turns': owner('replays:read').read('/replays/:replay/turns'),
  'replays.report': owner('replays:read').read('/replays/:replay/report'),
  'replays.stop': owner('replays:write').change('POST', '/replays/:replay/stop'),
  'replays.delete': owner('replays:write').change('DELETE', '/replays/:replay'),

  'overview.get': member('sessions:read').read('/overview'),

  'members.list': member('members:read').read('/members'),
  'members.update': owner('members:write').change('PATCH', '/members/:member'),
  'members.remove': owner('members:write').change('DELETE', '/members/:member'),
  'members.leave': member(null).change('POST', '/leave'),
  'invitations.list': owner('members:read').read('/invitations'),
  'invitations.create': owner('members:write').create('/invitations'),
  'invitations.resend': owner('members:write').change('POST', '/invitations/:invitation/resend'),
  'invitations.revoke': owner('members:write').change('DELETE', '/invitations/:invitation'),

  'grants.list': member('account:read').read('/grants'),
  'grants.withdraw': owner(null).change('POST', '/grants/:grant/withdraw'),

  'audit.list': member('audit:read').read('/audit'),

  'data.visitors': owner('visitors:read').read('/visitors'),
  'data.export': owner('visitors:read').action('GET', '/visitors/:visitor/export'),
  'data.erase': owner('visitors:write').change('POST', '/visitors/:visitor/erase'),

  'partners.list': operator.read('/partners'),
  'partners.create': operator.create('/partners'),
  'partners.get': operator.read('/partners/:partner'),
  'partners.update': operator.change('PATCH', '/partners/:partner'),
  'partners.rotate': operator.change('POST', '/partners/:partner/rotate'),
  'partners.delete': operator.change('DELETE', '/partners/:partner'),
  'partners.pause': operator.change('POST', '/partners/:partner/pause'),
  'partners.enable': operator.change('POST', '/partners/:partner/enable'),
  'partners.grants': operator.read('/partners/:partner/grants'),
  'partners.deliveries': operator.read('/partners/:partner/deliveries'),
  'partners.delivery': operator.read('/partners/:partner/deliveries/:delivery'),
  'partners.replay': operator.action('POST', '/partners/:partner/deliveries/:delivery/replay'),

  'mails.list': operator.read('/mails'),
  'mails.retry': operator.action('POST', '/mails/:mail/retry'),
  'processes.list': operator.read('/processes'),
  'signInLinks.create': operator.create('/sign-in-links'),
  'secrets.rotate': operator.change('POST', '/secrets/:secret/rotate'),
} as const satisfies Record<string, CallRoute>;

export type CallName = keyof typeof callRoutes;
