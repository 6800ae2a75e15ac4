import type { Static, TSchema } from 'typebox';
import * as account from './accounts/account.ts';
import * as audit from './accounts/audit.ts';
import * as data from './accounts/data.ts';
import * as members from './accounts/members.ts';
import * as operator from './accounts/operator.ts';
import * as overview from './accounts/overview.ts';
import { personShapes } from './accounts/person-shapes.ts';
import * as avatars from './avatars/avatars.ts';
import * as endpointTest from './avatars/endpoint-test.ts';
import * as voices from './avatars/voices.ts';
import * as keys from './keys/keys.ts';
import * as managementKeys from './keys/management-keys.ts';
import { partnerShapes } from './partners/partner-shapes.ts';
import { done } from './parts.ts';
import { type CallName, type CallRoute, callRoutes } from './routes.ts';
import * as sessions from './sessions.ts';
import { type CallShape, type FileAnswer, file } from './shape.ts';
import * as deliveries from './webhooks/deliveries.ts';
import * as catalogue from './webhooks/event-catalogue.ts';
import * as webhooks from './webhooks/webhooks.ts';

const shapes = {
  ...personShapes,
  ...partnerShapes,

  'accounts.list': {
    summary: 'List all accounts, newest first',
    query: operator.operatorAccountQuery,
    answer: operator.operatorAccountPage,
  },
  'accounts.create': {
    summary: 'Create an account and its owner',
    body: operator.newAccount,
    answer: operator.operatorAccount,
  },
  'accounts.get': { summary: 'Read an account as operators see it', answer: operator.operatorAccount },
  'account.get': { summary: 'Show an account', answer: account.account },
  'account.update': { summary: 'Change an account', body: account.accountChange, answer: account.account },
  'account.extendedEvents': {
    summary: 'List the extended events, and which of them the account has',
    answer: operator.extendedEventsOfAccount,
  },
  'account.setExtendedEvents': {
    summary: 'Enable or disable extended events for an account',
    body: operator.extendedEventsInput,
    answer: operator.extendedEventsOfAccount,
  },

  'avatars.list': {
    summary: 'List avatars by name',
    query: avatars.avatarQuery,
    answer: avatars.avatarPage,
  },
  'avatars.create': { summary: 'Create an avatar', body: avatars.newAvatar, answer: avatars.avatar },
  'avatars.get': { summary: 'Show an avatar with all its settings', answer: avatars.avatar },
  'avatars.update': {
    summary: 'Change an avatar’s settings',
    body: avatars.avatarChange,
    answer: avatars.avatar,
  },
  'avatars.delete': { summary: 'Delete an avatar', answer: done },
  'avatars.testEndpoint': {
    summary: 'Test the endpoint with LOGIN, CHAT and LOGOUT',
    body: endpointTest.endpointTestInput,
    answer: endpointTest.endpointTest,
  },
  'avatars.say': {
    summary: 'Hear a text in the avatar’s voice, or in a voice to try',
    body: voices.sayInput,
    answer: file('audio/wav'),
  },
  'avatars.putModel': {
    summary: 'Upload a VRM or GLB as the face',
    body: file('application/octet-stream'),
    answer: avatars.avatar,
  },
  'avatars.removeModel': { summary: 'Remove the uploaded face', answer: avatars.avatar },
  'avatars.token': { summary: 'Create a token for the preview of an avatar', answer: avatars.avatarToken },
  'voices.list': { summary: 'List the available voices and looks', answer: voices.voices },

  'keys.list': { summary: 'List API keys, newest first', query: keys.keyQuery, answer: keys.apiKeyPage },
  'keys.create': {
    summary: 'Create an API key. It is shown only once',
    body: keys.newApiKey,
    answer: keys.createdApiKey,
  },
  'keys.get': { summary: 'Show an API key', answer: keys.apiKey },
  'keys.update': { summary: 'Change an API key', body: keys.apiKeyChange, answer: keys.apiKey },
  'keys.disable': { summary: 'Disable a key until it is enabled again', answer: keys.apiKey },
  'keys.enable': { summary: 'Enable a disabled key', answer: keys.apiKey },
  'keys.revoke': { summary: 'Revoke a key. This cannot be undone', answer: keys.apiKey },
  'keys.setLimits': {
    summary: 'Set the rate limits of a key. Without a limit, the default applies',
    body: keys.keyLimitsInput,
    answer: keys.apiKey,
  },

  'managementKeys.current': {
    summary: 'Read the key that makes this call, and its account',
    answer: managementKeys.currentManagementKey,
  },
  'managementKeys.list': {
    summary: 'List management keys, newest first',
    query: managementKeys.managementKeyQuery,
    answer: managementKeys.managementKeyPage,
  },
  'managementKeys.create': {
    summary: 'Create a key with which programs use the management API. It is shown only once',
    body: managementKeys.newManagementKey,
    answer: managementKeys.createdManagementKey,
  },
  'managementKeys.revoke': {
    summary: 'Revoke a management key. This cannot be undone',
    answer: managementKeys.managementKey,
  },

  'webhooks.list': {
    summary: 'List webhooks, newest first',
    query: webhooks.webhookQuery,
    answer: webhooks.webhookPage,
  },
  'webhooks.create': {
    summary: 'Create a webhook. Its secret is shown only once',
    body: webhooks.newWebhook,
    answer: webhooks.webhookWithSecret,
  },
  'webhooks.get': { summary: 'Show a webhook', answer: webhooks.webhook },
  'webhooks.update': {
    summary: 'Change a webhook. New headers replace all others',
    body: webhooks.webhookChange,
    answer: webhooks.webhook,
  },
  'webhooks.delete': {
    summary: 'Delete a webhook',
    query: webhooks.removeWebhookQuery,
    answer: webhooks.removedWebhook,
  },
  'webhooks.rotate': {
    summary: 'Give a webhook a new secret. It is shown only once',
    body: webhooks.rotateInput,
    answer: webhooks.webhookWithSecret,
  },
  'webhooks.test': {
    summary: 'Send a test request to a webhook and show the result',
    answer: webhooks.attempt,
  },
  'webhooks.pause': {
    summary: 'Pause a webhook. Its deliveries are held until it is re-enabled',
    answer: webhooks.webhook,
  },
  'webhooks.enable': {
    summary: 'Re-enable a paused webhook. If failures paused it, test it first',
    answer: webhooks.webhook,
  },
  'webhooks.requests': {
    summary: 'Read the requests to a webhook, signed for this moment',
    query: webhooks.webhookRequestQuery,
    answer: webhooks.webhookRequests,
  },
  'webhooks.sendSample': {
    summary: 'Send a sample of an event to a webhook',
    body: catalogue.sampleInput,
    answer: catalogue.sentSample,
  },

  'deliveries.list': {
    summary: 'List deliveries, newest first',
    query: deliveries.deliveryQuery,
    answer: deliveries.deliveryPage,
  },
  'deliveries.get': {
    summary: 'Show a delivery with its payload and every attempt',
    answer: deliveries.deliveryDetail,
  },
  'deliveries.replay': {
    summary: 'Send a delivery again immediately, also to a paused webhook',
    answer: webhooks.attempt,
  },
  'deliveries.replayMany': {
    summary: 'Send many deliveries again',
    body: deliveries.replayManyInput,
    answer: deliveries.replayed,
  },
  'deliveries.discardMany': {
    summary: 'Discard many waiting deliveries',
    body: deliveries.discardManyInput,
    answer: deliveries.discarded,
  },
  'deliveries.discard': { summary: 'Discard a waiting delivery', answer: done },
  'events.catalogue': { summary: 'List every event with a sample', answer: catalogue.eventCatalogue },

  'sessions.live': { summary: 'List live sessions', answer: sessions.liveSessions },
  'sessions.stream': { summary: 'Follow the live sessions', answer: file('text/event-stream') },
  'sessions.list': {
    summary: 'List sessions, newest first',
    query: sessions.sessionQuery,
    answer: sessions.sessionPage,
  },
  'sessions.get': {
    summary: 'Show a session with its turns, transcript and events',
    answer: sessions.sessionDetail,
  },
  'sessions.transcript': {
    summary: 'Download a transcript',
    query: sessions.transcriptQuery,
    answer: file('text/plain', 'application/json', 'text/vtt'),
  },
  'sessions.disconnect': { summary: 'End a live session', answer: done },
  'sessions.clearContext': {
    summary: 'Make the language model forget what was said so far',
    answer: done,
  },

  'overview.get': { summary: 'Read usage', query: overview.overviewQuery, answer: overview.overview },

  'members.list': {
    summary: 'List members',
    query: members.memberQuery,
    answer: members.memberPage,
  },
  'members.update': {
    summary: 'Change the role of a member',
    body: members.memberChange,
    answer: members.member,
  },
  'members.remove': { summary: 'Remove a member', answer: done },
  'members.leave': { summary: 'Leave an account', answer: done },
  'invitations.list': {
    summary: 'List open invitations, newest first',
    query: members.memberQuery,
    answer: members.invitationPage,
  },
  'invitations.create': {
    summary: 'Invite a person',
    body: members.newInvitation,
    answer: members.invitation,
  },
  'invitations.resend': { summary: 'Send an invitation again', answer: members.invitation },
  'invitations.revoke': { summary: 'Withdraw an invitation', answer: done },

  'audit.list': {
    summary: 'Read the audit log, newest first',
    query: audit.auditQuery,
    answer: audit.auditPage,
  },

  'data.visitors': { summary: 'List visitors', query: data.visitorQuery, answer: data.visitorPage },
  'data.export': { summary: 'Export the data of a visitor', answer: file('application/json') },
  'data.erase': { summary: 'Erase the data of a visitor', body: data.eraseInput, answer: data.erased },

  'mails.list': {
    summary: 'List e-mails, newest first',
    query: operator.mailQuery,
    answer: operator.mailPage,
  },
  'mails.retry': { summary: 'Send an e-mail again', answer: operator.mail },
  'processes.list': { summary: 'Read the health of the processes', answer: operator.processes },
  'signInLinks.create': {
    summary: 'Create a link that signs a person in once, within a day',
    body: operator.newSignInLink,
    answer: operator.signInLink,
  },
  'secrets.rotate': {
    summary: 'Replace a secret of the installation: signing-keys, session-tokens or sign-in',
    body: operator.rotateSecretInput,
    answer: operator.rotatedSecret,
  },
} as const satisfies Record<CallName, CallShape>;

type Shapes = typeof shapes;
export type Call = CallRoute & CallShape;

const names = Object.keys(callRoutes) as CallName[];

/** Every call with its schemas. The server's checks, the typed clients and the reference are made from it. */
export const managementCalls = Object.fromEntries(
  names.map((name) => [name, { ...callRoutes[name], ...shapes[name] }]),
) as unknown as { readonly [N in CallName]: (typeof callRoutes)[N] & CallShape };

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
