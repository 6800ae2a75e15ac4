import type { Static, TSchema } from 'typebox';
import type * as account from './account.ts';
import type * as audit from './audit.ts';
import type * as avatars from './avatars.ts';
import type { ManagementCallName } from './calls.ts';
import type * as data from './data.ts';
import type * as deliveries from './deliveries.ts';
import type * as endpointTest from './endpoint-test.ts';
import type * as catalogue from './event-catalogue.ts';
import type * as keys from './keys.ts';
import type * as me from './me.ts';
import type * as members from './members.ts';
import type * as operator from './operator.ts';
import type * as overview from './overview.ts';
import type { Done } from './parts.ts';
import type * as sessions from './sessions.ts';
import type * as signIn from './sign-in.ts';
import type * as voices from './voices.ts';
import type * as webhooks from './webhooks.ts';

/** The type of a query with these parameters. */
export type QueryOf<Q extends Record<string, TSchema>> = { [N in keyof Q]?: Static<Q[N]> };
type Calls<T extends Record<ManagementCallName, { query?: object; body?: object; answer: unknown }>> = T;

/** The body, query and answer of each call. A `Blob` is an attachment or a sound. */
export type ManagementCallTypes = Calls<{
  'auth.options': { answer: signIn.SignInOptions };
  'auth.signIn': { body: signIn.SignInInput; answer: signIn.SignInStep };
  'auth.secondFactor': { body: signIn.SecondFactorInput; answer: signIn.SignInStep };
  'auth.link': { body: signIn.LinkInput; answer: signIn.SignInStep };
  'auth.forgotPassword': { body: signIn.ForgotPasswordInput; answer: Done };
  'auth.resetPassword': { body: signIn.ResetPasswordInput; answer: Done };
  'auth.passkeyOptions': { body: Record<string, never>; answer: signIn.PasskeyOptions };
  'auth.passkey': { body: signIn.PasskeyProof; answer: signIn.SignInStep };
  'auth.invitation': { body: signIn.InvitationToken; answer: signIn.InvitationPreview };
  'auth.acceptInvitation': { body: signIn.AcceptInvitationInput; answer: signIn.AcceptedInvitation };
  'auth.signOut': { body: Record<string, never>; answer: Done };
  'auth.signOutEverywhere': { body: Record<string, never>; answer: Done };

  'me.get': { answer: me.Me };
  'me.update': { body: me.MeChange; answer: me.Me };
  'me.changePassword': { body: me.PasswordChange; answer: Done };
  'me.beginSecondFactor': { body: me.PasswordProof; answer: me.SecondFactorBegun };
  'me.confirmSecondFactor': { body: me.CodeInput; answer: Done };
  'me.removeSecondFactor': { body: me.PasswordProof; answer: Done };
  'me.newBackupCodes': { body: me.PasswordProof; answer: me.BackupCodes };
  'me.passkeys': { answer: me.Passkeys };
  'me.passkeyOptions': { body: Record<string, never>; answer: signIn.PasskeyOptions };
  'me.addPasskey': { body: me.NewPasskey; answer: me.Passkeys };
  'me.removePasskey': { answer: Done };
  'me.signIns': { answer: me.SignIns };
  'me.endSignIn': { answer: Done };

  'account.get': { answer: account.Account };
  'account.update': { body: account.AccountChange; answer: account.Account };

  'avatars.list': { query: QueryOf<typeof avatars.avatarQuery>; answer: avatars.AvatarPage };
  'avatars.create': { body: avatars.NewAvatar; answer: avatars.Avatar };
  'avatars.get': { answer: avatars.Avatar };
  'avatars.update': { body: avatars.AvatarChange; answer: avatars.Avatar };
  'avatars.delete': { answer: Done };
  'avatars.testEndpoint': { body: endpointTest.EndpointTestInput; answer: endpointTest.EndpointTest };
  'avatars.say': { body: voices.SayInput; answer: Blob };
  'avatars.putModel': { body: Blob; answer: avatars.Avatar };
  'avatars.removeModel': { answer: avatars.Avatar };
  'avatars.token': { body: Record<string, never>; answer: avatars.AvatarToken };
  'voices.list': { answer: voices.Voices };

  'keys.list': { answer: keys.ApiKeys };
  'keys.create': { body: keys.NewApiKey; answer: keys.CreatedApiKey };
  'keys.update': { body: keys.ApiKeyChange; answer: keys.ApiKey };
  'keys.disable': { body: Record<string, never>; answer: keys.ApiKey };
  'keys.enable': { body: Record<string, never>; answer: keys.ApiKey };
  'keys.revoke': { body: Record<string, never>; answer: keys.ApiKey };

  'webhooks.list': { answer: webhooks.Webhooks };
  'webhooks.create': { body: webhooks.NewWebhook; answer: webhooks.WebhookWithSecret };
  'webhooks.get': { answer: webhooks.Webhook };
  'webhooks.update': { body: webhooks.WebhookChange; answer: webhooks.Webhook };
  'webhooks.delete': { query: QueryOf<typeof webhooks.removeWebhookQuery>; answer: webhooks.RemovedWebhook };
  'webhooks.rotate': { body: webhooks.RotateInput; answer: webhooks.WebhookWithSecret };
  'webhooks.test': { body: Record<string, never>; answer: webhooks.Attempt };
  'webhooks.pause': { body: Record<string, never>; answer: webhooks.Webhook };
  'webhooks.enable': { body: Record<string, never>; answer: webhooks.Webhook };
  'webhooks.sendSample': { body: catalogue.SampleInput; answer: catalogue.SentSample };

  'deliveries.list': { query: QueryOf<typeof deliveries.deliveryQuery>; answer: deliveries.DeliveryPage };
  'deliveries.get': { answer: deliveries.DeliveryDetail };
  'deliveries.replay': { body: Record<string, never>; answer: webhooks.Attempt };
  'deliveries.replayMany': { body: deliveries.ReplayManyInput; answer: deliveries.Replayed };
  'deliveries.discardMany': { body: deliveries.DiscardManyInput; answer: deliveries.Discarded };
  'deliveries.discard': { body: Record<string, never>; answer: Done };
  'events.catalogue': { answer: catalogue.EventCatalogue };

  'sessions.live': { answer: sessions.LiveSessions };
  'sessions.stream': { answer: sessions.LiveSessions };
  'sessions.list': { query: QueryOf<typeof sessions.sessionQuery>; answer: sessions.SessionPage };
  'sessions.get': { answer: sessions.SessionDetail };
  'sessions.transcript': { query: QueryOf<typeof sessions.transcriptQuery>; answer: Blob };
  'sessions.disconnect': { body: Record<string, never>; answer: Done };
  'sessions.clearContext': { body: Record<string, never>; answer: Done };

  'overview.get': { query: QueryOf<typeof overview.overviewQuery>; answer: overview.Overview };

  'members.list': { answer: members.Members };
  'members.update': { body: members.MemberChange; answer: members.Member };
  'members.remove': { answer: Done };
  'members.leave': { body: Record<string, never>; answer: Done };
  'invitations.list': { answer: members.Invitations };
  'invitations.create': { body: members.NewInvitation; answer: members.Invitation };
  'invitations.resend': { body: Record<string, never>; answer: members.Invitation };
  'invitations.revoke': { answer: Done };

  'audit.list': { query: QueryOf<typeof audit.auditQuery>; answer: audit.AuditPage };

  'data.visitors': { query: QueryOf<typeof data.visitorQuery>; answer: data.VisitorPage };
  'data.export': { answer: Blob };
  'data.erase': { body: data.EraseInput; answer: data.Erased };

  'operator.accounts': {
    query: QueryOf<typeof operator.operatorAccountQuery>;
    answer: operator.OperatorAccountPage;
  };
  'operator.createAccount': { body: operator.NewAccount; answer: operator.OperatorAccount };
  'operator.account': { answer: operator.OperatorAccount };
  'operator.extendedEvents': { answer: operator.ExtendedEventsOfAccount };
  'operator.setExtendedEvents': {
    body: operator.ExtendedEventsInput;
    answer: operator.ExtendedEventsOfAccount;
  };
  'operator.keys': { answer: operator.OperatorKeys };
  'operator.setKeyLimits': { body: operator.KeyLimitsInput; answer: operator.OperatorKey };
  'operator.mails': { query: QueryOf<typeof operator.mailQuery>; answer: operator.MailPage };
  'operator.retryMail': { body: Record<string, never>; answer: operator.Mail };
  'operator.processes': { answer: operator.Processes };
}>;
