/**
 * Every call of the dashboard, by name. Plain data, so that pages can load it without the schemas.
 *
 * `who` may make the call: `anyone`; a `person` who is signed in; a `member` or owner of the account in the path; an
 * `owner` of that account; an `operator` of the installation. Ids of other accounts are answered with `not_found`.
 */
export type AllowedCaller = 'anyone' | 'person' | 'member' | 'owner' | 'operator';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Call = { readonly method: Method; readonly path: string; readonly who: AllowedCaller };

const api = '/dashboard/api';
const account = `${api}/accounts/:account`;
const call = <M extends Method>(who: AllowedCaller, method: M, path: string): Call & { method: M } => ({
  method,
  path,
  who,
});

export const managementCalls = {
  'auth.options': call('anyone', 'GET', `${api}/auth/options`),
  'auth.signIn': call('anyone', 'POST', `${api}/auth/sign-in`),
  'auth.secondFactor': call('anyone', 'POST', `${api}/auth/second-factor`),
  'auth.link': call('anyone', 'POST', `${api}/auth/link`),
  'auth.forgotPassword': call('anyone', 'POST', `${api}/auth/forgot-password`),
  'auth.resetPassword': call('anyone', 'POST', `${api}/auth/reset-password`),
  'auth.passkeyOptions': call('anyone', 'POST', `${api}/auth/passkey/options`),
  'auth.passkey': call('anyone', 'POST', `${api}/auth/passkey`),
  'auth.invitation': call('anyone', 'POST', `${api}/auth/invitation`),
  'auth.acceptInvitation': call('anyone', 'POST', `${api}/auth/invitation/accept`),
  'auth.signOut': call('person', 'POST', `${api}/auth/sign-out`),
  'auth.signOutEverywhere': call('person', 'POST', `${api}/auth/sign-out-everywhere`),

  'me.get': call('person', 'GET', `${api}/me`),
  'me.update': call('person', 'PATCH', `${api}/me`),
  'me.changePassword': call('person', 'POST', `${api}/me/password`),
  'me.beginSecondFactor': call('person', 'POST', `${api}/me/second-factor/begin`),
  'me.confirmSecondFactor': call('person', 'POST', `${api}/me/second-factor/confirm`),
  'me.removeSecondFactor': call('person', 'POST', `${api}/me/second-factor/remove`),
  'me.newBackupCodes': call('person', 'POST', `${api}/me/second-factor/backup-codes`),
  'me.passkeys': call('person', 'GET', `${api}/me/passkeys`),
  'me.passkeyOptions': call('person', 'POST', `${api}/me/passkeys/options`),
  'me.addPasskey': call('person', 'POST', `${api}/me/passkeys`),
  'me.removePasskey': call('person', 'DELETE', `${api}/me/passkeys/:passkey`),
  'me.signIns': call('person', 'GET', `${api}/me/sign-ins`),
  'me.endSignIn': call('person', 'DELETE', `${api}/me/sign-ins/:signIn`),

  'account.get': call('member', 'GET', account),
  'account.update': call('owner', 'PATCH', account),

  'avatars.list': call('member', 'GET', `${account}/avatars`),
  'avatars.create': call('member', 'POST', `${account}/avatars`),
  'avatars.get': call('member', 'GET', `${account}/avatars/:avatar`),
  'avatars.update': call('member', 'PATCH', `${account}/avatars/:avatar`),
  'avatars.delete': call('owner', 'DELETE', `${account}/avatars/:avatar`),
  'avatars.testEndpoint': call('member', 'POST', `${account}/avatars/:avatar/test-endpoint`),
  'avatars.say': call('member', 'POST', `${account}/avatars/:avatar/say`),
  /** The body is the file itself, a VRM or GLB; not JSON. */
  'avatars.putModel': call('member', 'PUT', `${account}/avatars/:avatar/model`),
  'avatars.removeModel': call('member', 'DELETE', `${account}/avatars/:avatar/model`),
  'avatars.token': call('member', 'POST', `${account}/avatars/:avatar/token`),
  'voices.list': call('member', 'GET', `${account}/voices`),

  'keys.list': call('member', 'GET', `${account}/keys`),
  'keys.create': call('owner', 'POST', `${account}/keys`),
  'keys.update': call('owner', 'PATCH', `${account}/keys/:key`),
  'keys.disable': call('owner', 'POST', `${account}/keys/:key/disable`),
  'keys.enable': call('owner', 'POST', `${account}/keys/:key/enable`),
  'keys.revoke': call('owner', 'POST', `${account}/keys/:key/revoke`),

  'webhooks.list': call('member', 'GET', `${account}/webhooks`),
  'webhooks.create': call('owner', 'POST', `${account}/webhooks`),
  'webhooks.get': call('member', 'GET', `${account}/webhooks/:webhook`),
  'webhooks.update': call('owner', 'PATCH', `${account}/webhooks/:webhook`),
  'webhooks.delete': call('owner', 'DELETE', `${account}/webhooks/:webhook`),
  'webhooks.rotate': call('owner', 'POST', `${account}/webhooks/:webhook/rotate`),
  'webhooks.test': call('member', 'POST', `${account}/webhooks/:webhook/test`),
  'webhooks.pause': call('owner', 'POST', `${account}/webhooks/:webhook/pause`),
  'webhooks.enable': call('owner', 'POST', `${account}/webhooks/:webhook/enable`),
  'webhooks.sendSample': call('member', 'POST', `${account}/webhooks/:webhook/send-sample`),

  'deliveries.list': call('member', 'GET', `${account}/deliveries`),
  'deliveries.get': call('member', 'GET', `${account}/deliveries/:delivery`),
  'deliveries.replay': call('member', 'POST', `${account}/deliveries/:delivery/replay`),
  'deliveries.replayMany': call('member', 'POST', `${account}/deliveries/replay`),
  'deliveries.discardMany': call('owner', 'POST', `${account}/deliveries/discard`),
  'deliveries.discard': call('owner', 'POST', `${account}/deliveries/:delivery/discard`),
  'events.catalogue': call('member', 'GET', `${account}/events`),

  'sessions.live': call('member', 'GET', `${account}/sessions/live`),
  'sessions.stream': call('member', 'GET', `${account}/sessions/stream`),
  'sessions.list': call('member', 'GET', `${account}/sessions`),
  'sessions.get': call('member', 'GET', `${account}/sessions/:session`),
  'sessions.transcript': call('member', 'GET', `${account}/sessions/:session/transcript`),
  'sessions.disconnect': call('member', 'POST', `${account}/sessions/:session/disconnect`),
  'sessions.clearContext': call('member', 'POST', `${account}/sessions/:session/clear-context`),

  'overview.get': call('member', 'GET', `${account}/overview`),

  'members.list': call('member', 'GET', `${account}/members`),
  'members.update': call('owner', 'PATCH', `${account}/members/:member`),
  'members.remove': call('owner', 'DELETE', `${account}/members/:member`),
  'members.leave': call('member', 'POST', `${account}/leave`),
  'invitations.list': call('owner', 'GET', `${account}/invitations`),
  'invitations.create': call('owner', 'POST', `${account}/invitations`),
  'invitations.resend': call('owner', 'POST', `${account}/invitations/:invitation/resend`),
  'invitations.revoke': call('owner', 'DELETE', `${account}/invitations/:invitation`),

  'audit.list': call('member', 'GET', `${account}/audit`),

  'data.visitors': call('owner', 'GET', `${account}/visitors`),
  'data.export': call('owner', 'GET', `${account}/visitors/:visitor/export`),
  'data.erase': call('owner', 'POST', `${account}/visitors/:visitor/erase`),

  'operator.accounts': call('operator', 'GET', `${api}/operator/accounts`),
  'operator.createAccount': call('operator', 'POST', `${api}/operator/accounts`),
  'operator.account': call('operator', 'GET', `${api}/operator/accounts/:id`),
  'operator.extendedEvents': call('operator', 'GET', `${api}/operator/accounts/:id/extended-events`),
  'operator.setExtendedEvents': call('operator', 'PUT', `${api}/operator/accounts/:id/extended-events`),
  'operator.keys': call('operator', 'GET', `${api}/operator/accounts/:id/keys`),
  'operator.setKeyLimits': call('operator', 'PUT', `${api}/operator/accounts/:id/keys/:key/limits`),
  'operator.mails': call('operator', 'GET', `${api}/operator/mails`),
  'operator.retryMail': call('operator', 'POST', `${api}/operator/mails/:mail/retry`),
  'operator.processes': call('operator', 'GET', `${api}/operator/processes`),
} as const;

export type ManagementCallName = keyof typeof managementCalls;
