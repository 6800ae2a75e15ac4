import { recordAudit, recordAuditOfPerson } from '../audit/index.ts';
import type { Sql } from '../db/index.ts';
import type { Mailer } from '../mail/index.ts';
import {
  passwordLength,
  type SignIn,
  type SignInRequest,
  type SignInStep,
  type WithCookies,
} from '../sign-in/index.ts';
import { done } from './answers.ts';
import type { CallContext, HandlersFor } from './call-context.ts';

export function authHandlers(deps: {
  sql: Sql;
  signIn: SignIn;
  mailer: Pick<Mailer, 'sends'>;
}): HandlersFor<'auth'> {
  const { sql, signIn, mailer } = deps;
  const { flow, invitations } = signIn;

  /** The owners of an account see who signed in and how. */
  const auditSignIn = ({ address }: SignInRequest, personId: string | null, how: string): Promise<void> =>
    recordAuditOfPerson(sql, personId, { action: how, address });
  const finishStep = async (
    context: Pick<CallContext<'auth.signIn'>, 'setCookies' | 'signInRequest'>,
    serving: Promise<WithCookies<SignInStep>>,
    how: string,
  ) => {
    const { answer, cookies } = await serving;
    context.setCookies(cookies);
    if (answer.next === 'done') await auditSignIn(context.signInRequest, answer.personId, how);
    return { next: answer.next };
  };

  return {
    'auth.options': async () => ({
      fresh: await signIn.nobodyHasSignedIn(),
      sendsMail: mailer.sends,
      passwordMinLength: passwordLength.minimum,
      passwordMaxLength: passwordLength.maximum,
    }),
    'auth.signIn': (context) =>
      finishStep(
        context,
        flow.signIn(context.signInRequest, context.body.email, context.body.password),
        'sign-in.password',
      ),
    'auth.secondFactor': (context) =>
      finishStep(
        context,
        flow.secondFactor(context.signInRequest, context.body.kind, context.body.code),
        'sign-in.second-factor',
      ),
    'auth.link': (context) =>
      finishStep(context, flow.useSignInLink(context.signInRequest, context.body.token), 'sign-in.link'),
    'auth.passkey': (context) =>
      finishStep(
        context,
        flow.signInByPasskey(context.signInRequest, context.body.response),
        'sign-in.passkey',
      ),

    async 'auth.forgotPassword'(context) {
      await flow.forgotPassword(context.signInRequest, context.body.email);
      return done;
    },
    async 'auth.resetPassword'(context) {
      const personId = await flow.resetPassword(
        context.signInRequest,
        context.body.token,
        context.body.password,
      );
      await auditSignIn(context.signInRequest, personId, 'password.reset');
      return done;
    },
    async 'auth.passkeyOptions'(context) {
      const { answer, cookies } = await flow.passkeyOptions(context.signInRequest);
      context.setCookies(cookies);
      return { options: answer };
    },

    async 'auth.invitation'(context) {
      const { accountName, email, role, invitedBy, expiresAt, known } = await invitations.preview(
        context.signInRequest,
        context.body.token,
      );
      const signedInAs = context.signed?.person.email ?? null;
      return { accountName, email, role, invitedBy, expiresAt, known, signedInAs };
    },
    async 'auth.acceptInvitation'(context) {
      const { cookies, invitation } = await invitations.accept(
        context.signInRequest,
        context.signed?.person ?? null,
        context.body,
        (tx, joined) =>
          recordAudit(tx, {
            accountId: joined.invitation.accountId,
            actor: {
              personId: joined.personId,
              who: joined.invitation.email,
              address: context.signInRequest.address,
            },
            action: 'invitation.accept',
            target: { kind: 'person', id: joined.personId, name: joined.invitation.email },
            details: { role: joined.invitation.role },
          }),
      );
      context.setCookies(cookies);
      return { account: invitation.accountId };
    },

    async 'auth.signOut'(context) {
      context.setCookies(await signIn.signOut(context.signInRequest));
      return done;
    },
    async 'auth.signOutEverywhere'(context) {
      context.setCookies(await signIn.signOut(context.signInRequest));
      const { address } = context.signInRequest;
      await signIn.settings.endAllSignIns(context.signed, (tx) =>
        recordAuditOfPerson(tx, context.signed.person.id, { action: 'sign-in.end-everywhere', address }),
      );
      return done;
    },
  };
}
