import type { Static, TSchema } from 'typebox';
import * as account from './accounts/account.ts';
import * as audit from './accounts/audit.ts';
import * as data from './accounts/data.ts';
import * as me from './accounts/me.ts';
import * as members from './accounts/members.ts';
import * as operator from './accounts/operator.ts';
import * as overview from './accounts/overview.ts';
import * as signIn from './accounts/sign-in.ts';
import * as answering from './answering.ts';
import * as avatars from './avatars/avatars.ts';
import * as brains from './avatars/brains.ts';
import * as endpointTest from './avatars/endpoint-test.ts';
import * as voices from './avatars/voices.ts';
import { cursorQuery, done } from './common-schemas.ts';
import * as keys from './keys/keys.ts';
import * as managementKeys from './keys/management-keys.ts';
import * as partners from './partners/partners.ts';
import * as replays from './replays.ts';
import { type CallName, type CallRoute, callRoutes } from './routes.ts';
import * as sessions from './sessions.ts';
import summaries from './summaries.json' with { type: 'json' };
import * as deliveries from './webhooks/deliveries.ts';
import * as catalogue from './webhooks/event-catalogue.ts';
import * as webhooks from './webhooks/webhooks.ts';

/** An answer that is not JSON: a download, a sound or a stream of events. */
export type FileAnswer = { readonly file: readonly string[] };

type CallShape = {
  readonly query?: Readonly<Record<string, TSchema>>;
  /** A call without this ignores any body that is sent. */
  readonly body?: TSchema | FileAnswer;
  readonly answer: TSchema | FileAnswer;
};

const file = (...types: string[]): FileAnswer => ({ file: types });

/** What each call takes and answers. */
const shapes = {
  'auth.options': { answer: signIn.signInOptions },
  'auth.signIn': { body: signIn.signInInput, answer: signIn.signInStep },
  'auth.secondFactor': { body: signIn.secondFactorInput, answer: signIn.signInStep },
  'auth.link': { body: signIn.linkInput, answer: signIn.signInStep },
  'auth.forgotPassword': { body: signIn.forgotPasswordInput, answer: done },
  'auth.resetPassword': { body: signIn.resetPasswordInput, answer: done },
  'auth.passkeyOptions': { answer: signIn.passkeyOptions },
  'auth.passkey': { body: signIn.passkeyProof, answer: signIn.signInStep },
  'auth.invitation': { body: signIn.invitationToken, answer: signIn.invitationPreview },
  'auth.acceptInvitation': { body: signIn.acceptInvitationInput, answer: signIn.acceptedInvitation },
  'auth.signOut': { answer: done },
  'auth.signOutEverywhere': { answer: done },

  'me.get': { answer: me.me },
  'me.update': { body: me.meChange, answer: me.me },
  'me.changePassword': { body: me.passwordChange, answer: done },
  'me.beginSecondFactor': { body: me.passwordProof, answer: me.secondFactorBegun },
  'me.confirmSecondFactor': { body: me.codeInput, answer: done },
  'me.removeSecondFactor': { body: me.passwordProof, answer: done },
  'me.newBackupCodes': { body: me.passwordProof, answer: me.backupCodes },
  'me.passkeys': { answer: me.passkeys },
  'me.passkeyOptions': { body: me.passwordProof, answer: signIn.passkeyOptions },
  'me.addPasskey': { body: me.newPasskey, answer: me.passkeys },
  'me.removePasskey': { body: me.passwordProof, answer: done },
  'me.signIns': { answer: me.signIns },
  'me.endSignIn': { answer: done },

  'consent.get': { answer: partners.consent },
  'consent.allow': { body: partners.consentInput, answer: partners.consentAnswer },
  'consent.deny': { answer: partners.consentAnswer },

  'accounts.list': { query: operator.operatorAccountQuery, answer: operator.operatorAccountPage },
  'accounts.create': { body: operator.newAccount, answer: operator.operatorAccount },
  'accounts.get': { answer: operator.operatorAccount },
  'account.get': { answer: account.account },
  'account.update': { body: account.accountChange, answer: account.account },
  'account.extendedEvents': { answer: operator.extendedEventsOfAccount },
  'account.setExtendedEvents': {
    body: operator.extendedEventsInput,
    answer: operator.extendedEventsOfAccount,
  },

  'avatars.list': { query: avatars.avatarQuery, answer: avatars.avatarPage },
  'avatars.create': { body: avatars.newAvatar, answer: avatars.avatar },
  'avatars.get': { answer: avatars.avatar },
  'avatars.update': { body: avatars.avatarChange, answer: avatars.avatar },
  'avatars.duplicate': { body: avatars.avatarCopy, answer: avatars.avatar },
  'avatars.brains': { answer: brains.brainComparison },
  'avatars.promote': { answer: avatars.avatar },
  'avatars.delete': { answer: done },
  'avatars.testEndpoint': { body: endpointTest.endpointTestInput, answer: endpointTest.endpointTest },
  'avatars.say': { body: voices.sayInput, answer: file('audio/wav') },
  'avatars.putModel': { body: file('application/octet-stream'), answer: avatars.avatar },
  'avatars.putPortrait': { body: file('image/webp'), answer: avatars.avatar },
  'avatars.removeModel': { answer: avatars.avatar },
  'avatars.token': { answer: avatars.avatarToken },
  'voices.list': { answer: voices.voices },

  'keys.list': { query: cursorQuery, answer: keys.apiKeyPage },
  'keys.create': { body: keys.newApiKey, answer: keys.createdApiKey },
  'keys.get': { answer: keys.apiKey },
  'keys.update': { body: keys.apiKeyChange, answer: keys.apiKey },
  'keys.disable': { answer: keys.apiKey },
  'keys.enable': { answer: keys.apiKey },
  'keys.revoke': { answer: keys.apiKey },
  'keys.setLimits': { body: keys.keyLimitsInput, answer: keys.apiKey },

  'managementKeys.current': { answer: managementKeys.currentManagementKey },
  'managementKeys.list': { query: cursorQuery, answer: managementKeys.managementKeyPage },
  'managementKeys.create': {
    body: managementKeys.newManagementKey,
    answer: managementKeys.createdManagementKey,
  },
  'managementKeys.revoke': { answer: managementKeys.managementKey },

  'webhooks.list': { query: cursorQuery, answer: webhooks.webhookPage },
  'webhooks.create': { body: webhooks.newWebhook, answer: webhooks.webhookWithSecret },
  'webhooks.get': { answer: webhooks.webhook },
  'webhooks.update': { body: webhooks.webhookChange, answer: webhooks.webhook },
  'webhooks.delete': { query: webhooks.removeWebhookQuery, answer: webhooks.removedWebhook },
  'webhooks.rotate': { body: webhooks.rotateInput, answer: webhooks.webhookWithSecret },
  'webhooks.test': { answer: webhooks.attempt },
  'webhooks.pause': { answer: webhooks.webhook },
  'webhooks.enable': { answer: webhooks.webhook },
  'webhooks.requests': { query: webhooks.webhookRequestQuery, answer: webhooks.webhookRequests },
  'webhooks.sendSample': { body: catalogue.sampleInput, answer: catalogue.sentSample },

  'deliveries.list': { query: deliveries.deliveryQuery, answer: deliveries.deliveryPage },
  'deliveries.get': { answer: deliveries.deliveryDetail },
  'deliveries.replay': { answer: webhooks.attempt },
  'deliveries.replayMany': { body: deliveries.replayManyInput, answer: deliveries.replayed },
  'deliveries.discardMany': { body: deliveries.discardManyInput, answer: deliveries.discarded },
  'deliveries.discard': { answer: done },
  'events.catalogue': { answer: catalogue.eventCatalogue },

  'sessions.live': { answer: sessions.liveSessions },
  'sessions.stream': { answer: file('text/event-stream') },
  'sessions.list': { query: sessions.sessionQuery, answer: sessions.sessionPage },
  'sessions.get': { answer: sessions.sessionDetail },
  'sessions.transcript': {
    query: sessions.transcriptQuery,
    answer: file('text/plain', 'application/json', 'text/vtt'),
  },
  'sessions.disconnect': { answer: done },
  'sessions.clearContext': { answer: done },
  'sessions.watch': { query: answering.watchQuery, answer: file('text/event-stream') },
  'sessions.take': { body: answering.takeInput, answer: done },
  'sessions.say': { body: answering.personWords, answer: done },
  'sessions.typing': { answer: done },
  'sessions.release': { answer: done },

  'replays.list': { query: cursorQuery, answer: replays.replayPage },
  'replays.create': { body: replays.newReplay, answer: replays.replay },
  'replays.get': { answer: replays.replayDetail },
  'replays.turns': { query: replays.replayTurnQuery, answer: replays.replayTurnPage },
  'replays.report': { answer: file('text/html') },
  'replays.stop': { answer: replays.replay },
  'replays.delete': { answer: done },

  'overview.get': { query: overview.overviewQuery, answer: overview.overview },

  'members.list': { query: cursorQuery, answer: members.memberPage },
  'members.update': { body: members.memberChange, answer: members.member },
  'members.remove': { answer: done },
  'members.leave': { answer: done },
  'invitations.list': { query: cursorQuery, answer: members.invitationPage },
  'invitations.create': { body: members.newInvitation, answer: members.createdInvitation },
  'invitations.resend': { answer: members.createdInvitation },
  'invitations.revoke': { answer: done },

  'grants.list': { query: cursorQuery, answer: partners.grantPage },
  'grants.withdraw': { answer: partners.grant },

  'audit.list': { query: audit.auditQuery, answer: audit.auditPage },

  'data.visitors': { query: data.visitorQuery, answer: data.visitorPage },
  'data.export': { answer: file('application/json') },
  'data.erase': { body: data.eraseInput, answer: data.erased },

  'partners.list': { query: cursorQuery, answer: partners.partnerPage },
  'partners.create': { body: partners.newPartner, answer: partners.partnerWithSecrets },
  'partners.get': { answer: partners.partner },
  'partners.update': { body: partners.partnerChange, answer: partners.partner },
  'partners.rotate': { answer: partners.rotatedPartner },
  'partners.delete': { answer: partners.removedPartner },
  'partners.pause': { answer: partners.partner },
  'partners.enable': { answer: partners.partner },
  'partners.grants': { query: cursorQuery, answer: partners.partnerGrantPage },
  'partners.deliveries': { query: partners.partnerDeliveryQuery, answer: partners.partnerDeliveryPage },
  'partners.delivery': { answer: partners.partnerDelivery },
  'partners.replay': { answer: webhooks.attempt },

  'mails.list': { query: cursorQuery, answer: operator.mailPage },
  'mails.retry': { answer: operator.mail },
  'processes.list': { answer: operator.processes },
  'signInLinks.create': { body: operator.newSignInLink, answer: operator.signInLink },
  'secrets.rotate': { body: operator.rotateSecretInput, answer: operator.rotatedSecret },
} as const satisfies Record<CallName, CallShape>;

type Shapes = typeof shapes;
export type Call = CallRoute & CallShape & { readonly summary: string };

const names = Object.keys(callRoutes) as CallName[];

/** Every call with its schemas. The server's checks, the typed clients and the reference are made from it. */
export const managementCalls = Object.fromEntries(
  names.map((name) => [name, { ...callRoutes[name], ...shapes[name], summary: summaries[name] }]),
) as unknown as { readonly [N in CallName]: (typeof callRoutes)[N] & Call };

export const callNames: readonly CallName[] = names;

type ValueOf<S> = S extends FileAnswer ? Blob : S extends TSchema ? Static<S> : never;
type SchemaOf<S, P extends string> = S extends Record<P, infer T> ? T : undefined;

export type AnswerOf<N extends CallName> = ValueOf<Shapes[N]['answer']>;
export type BodyOf<N extends CallName> =
  SchemaOf<Shapes[N], 'body'> extends undefined
    ? Record<string, never>
    : ValueOf<SchemaOf<Shapes[N], 'body'>>;
export type QueryOf<N extends CallName> =
  SchemaOf<Shapes[N], 'query'> extends Record<string, TSchema>
    ? { [P in keyof SchemaOf<Shapes[N], 'query'>]?: Static<SchemaOf<Shapes[N], 'query'>[P]> }
    : Record<string, never>;
