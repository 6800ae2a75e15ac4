import { recordAudit, recordAuditOfPerson } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import type { Mailer } from '../../mail/index.ts';
import { passwordLength, type Served, type SignIn, type Step, type Visit } from '../../sign-in/index.ts';
import { type Ask, done, type Some } from './handling.ts';

export function authHandlers(deps: {
  sql: Sql;
  signIn: SignIn;
  mailer: Pick<Mailer, 'sends'>;
}): Some<'auth'> {
  const { sql, signIn, mailer } = deps;
  const { door, invitations } = signIn;

  /** So that an account's owners see who came in and how. */
  const noteSignIn = ({ address }: Visit, personId: string | null, how: string): Promise<void> =>
    recordAuditOfPerson(sql, personId, { action: how, address });
  const admitted = async (
    ask: Pick<Ask<'auth.signIn'>, 'setCookies' | 'visit'>,
    serving: Promise<Served<Step>>,
    how: string,
  ) => {
    const { answer, cookies } = await serving;
    ask.setCookies(cookies);
    if (answer.next === 'done') await noteSignIn(ask.visit, answer.personId, how);
    return { next: answer.next };
  };

  return {
    'auth.door': async () => ({
      fresh: await signIn.nobodyCameYet(),
      sendsMail: mailer.sends,
      passwordMinLength: passwordLength.minimum,
      passwordMaxLength: passwordLength.maximum,
    }),
    'auth.signIn': (ask) =>
      admitted(ask, door.signIn(ask.visit, ask.body.email, ask.body.password), 'sign-in.password'),
    'auth.secondFactor': (ask) =>
      admitted(ask, door.secondFactor(ask.visit, ask.body.kind, ask.body.code), 'sign-in.second-factor'),
    'auth.link': (ask) => admitted(ask, door.useSignInLink(ask.visit, ask.body.token), 'sign-in.link'),
    'auth.passkey': (ask) =>
      admitted(ask, door.signInByPasskey(ask.visit, ask.body.response), 'sign-in.passkey'),

    async 'auth.forgotPassword'(ask) {
      await door.forgotPassword(ask.visit, ask.body.email);
      return done;
    },
    async 'auth.resetPassword'(ask) {
      const personId = await door.resetPassword(ask.visit, ask.body.token, ask.body.password);
      await noteSignIn(ask.visit, personId, 'password.reset');
      return done;
    },
    async 'auth.passkeyOptions'(ask) {
      const { answer, cookies } = await door.passkeyOptions(ask.visit);
      ask.setCookies(cookies);
      return { options: answer };
    },

    async 'auth.invitation'(ask) {
      const { accountName, email, role, invitedBy, expiresAt, known } = await invitations.sight(
        ask.body.token,
      );
      const signedInAs = ask.signed?.person.email ?? null;
      return { accountName, email, role, invitedBy, expiresAt, known, signedInAs };
    },
    async 'auth.acceptInvitation'(ask) {
      const { cookies, invitation } = await invitations.accept(
        ask.visit,
        ask.signed?.person ?? null,
        ask.body,
        (tx, joined) =>
          recordAudit(tx, {
            accountId: joined.invitation.accountId,
            actor: { personId: joined.personId, who: joined.invitation.email, address: ask.visit.address },
            action: 'invitation.accept',
            target: { kind: 'person', id: joined.personId, name: joined.invitation.email },
            details: { role: joined.invitation.role },
          }),
      );
      ask.setCookies(cookies);
      return { account: invitation.accountId };
    },

    async 'auth.signOut'(ask) {
      ask.setCookies(await signIn.signOut(ask.visit));
      return done;
    },
    async 'auth.signOutEverywhere'(ask) {
      ask.setCookies(await signIn.signOut(ask.visit));
      const { address } = ask.visit;
      await signIn.self.endAllSignIns(ask.signed, (tx) =>
        recordAuditOfPerson(tx, ask.signed.person.id, { action: 'sign-in.end-everywhere', address }),
      );
      return done;
    },
  };
}
