import { recordAuditOfPerson } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import type { Mailer } from '../../mail/index.ts';
import {
  passwordLength,
  type SignIn,
  type SignInRequest,
  type SignInStep,
  type WithCookies,
} from '../../sign-in/index.ts';
import type { CallContext, HandlersFor } from '../calls/call-context.ts';

export function authHandlers(deps: {
  sql: Sql;
  signIn: SignIn;
  mailer: Pick<Mailer, 'sends'>;
}): HandlersFor<'auth'> {
  const { sql, signIn, mailer } = deps;
  const { flow, invitations } = signIn;

  /** The owners of an account can see who signed in and how. */
  const auditSignIn = ({ address }: SignInRequest, personId: string | null, how: string): Promise<void> =>
    recordAuditOfPerson(sql, personId, { action: how, address });
  const finishStep = async (
    { takeCookies, signInRequest }: Pick<CallContext<'auth.signIn'>, 'takeCookies' | 'signInRequest'>,
    how: string,
    serving: Promise<WithCookies<SignInStep>>,
  ) => {
    const step = await takeCookies(serving);
    if (step.next === 'done') await auditSignIn(signInRequest, step.personId, how);
    return { next: step.next };
  };

  return {
    'auth.options': async ({ caller }) => ({
      signedIn: caller.kind === 'person',
      fresh: await signIn.nobodyHasSignedIn(),
      sendsMail: mailer.sends,
      passwordMinLength: passwordLength.minimum,
      passwordMaxLength: passwordLength.maximum,
    }),
    'auth.signIn'(call) {
      const { email, password } = call.body;
      return finishStep(call, 'sign-in.password', flow.signIn(call.signInRequest, email, password));
    },
    'auth.secondFactor'(call) {
      const { kind, code } = call.body;
      return finishStep(call, 'sign-in.second-factor', flow.secondFactor(call.signInRequest, kind, code));
    },
    'auth.link': (call) =>
      finishStep(call, 'sign-in.link', flow.useSignInLink(call.signInRequest, call.body.token)),
    'auth.passkey': (call) =>
      finishStep(call, 'sign-in.passkey', flow.signInByPasskey(call.signInRequest, call.body.response)),

    'auth.forgotPassword': ({ signInRequest, body }) => flow.forgotPassword(signInRequest, body.email),
    async 'auth.resetPassword'({ signInRequest, body }) {
      const personId = await flow.resetPassword(signInRequest, body.token, body.password);
      await auditSignIn(signInRequest, personId, 'password.reset');
    },
    'auth.passkeyOptions': async ({ signInRequest, takeCookies }) => ({
      options: await takeCookies(flow.passkeyOptions(signInRequest)),
    }),

    'auth.invitation': async ({ signInRequest, body, signed }) => ({
      ...(await invitations.preview(signInRequest, body.token)),
      signedInAs: signed?.person.email ?? null,
    }),
    async 'auth.acceptInvitation'({ signInRequest, signed, body, takeCookies }) {
      const person = signed?.person ?? null;
      const { cookies, invitation } = await invitations.accept(signInRequest, person, body);
      return { account: await takeCookies({ cookies, answer: invitation.accountId }) };
    },

    async 'auth.signOut'({ signInRequest, signed, takeCookies }) {
      await takeCookies({ cookies: await signIn.signOut(signInRequest, signed), answer: null });
    },
    async 'auth.signOutEverywhere'({ signInRequest, signed, takeCookies }) {
      await takeCookies({ cookies: await signIn.signOut(signInRequest, signed), answer: null });
      await signIn.settings.endAllSignIns({ signInRequest, signed });
    },
  };
}
