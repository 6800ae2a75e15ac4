import { noteDeed } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import type { Post } from '../../mail/index.ts';
import { passwordLength, type Served, type SignIn, type Step, type Visit } from '../../sign-in/index.ts';
import { type Ask, done, type Some } from './handling.ts';

export function authHandlers(needs: { sql: Sql; signIn: SignIn; post: Pick<Post, 'sends'> }): Some<'auth'> {
  const { sql, signIn, post } = needs;
  const { door, invitations } = signIn;

  /** In the log of each account that the person is in, so that its owners see who came in and how. */
  const noteSignIn = async (visit: Visit, personId: string | null, how: string): Promise<void> => {
    const places = await sql<{ accountId: string; email: string }[]>`
      select account_id as "accountId", email from members join people on people.id = person_id
      where person_id = ${personId}`;
    for (const { accountId, email } of places) {
      const actor = { personId, who: email, address: visit.address };
      await noteDeed(sql, { accountId, actor, action: how });
    }
  };
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
      sendsMail: post.sends,
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
      const { cookies, invitation, personId } = await invitations.accept(
        ask.visit,
        ask.signed?.person ?? null,
        ask.body,
      );
      ask.setCookies(cookies);
      await noteDeed(sql, {
        accountId: invitation.accountId,
        actor: { personId, who: invitation.email, address: ask.visit.address },
        action: 'invitation.accept',
        target: { kind: 'person', id: personId, name: invitation.email },
        details: { role: invitation.role },
      });
      return { account: invitation.accountId };
    },

    async 'auth.signOut'(ask) {
      ask.setCookies(await signIn.signOut(ask.visit));
      return done;
    },
    async 'auth.signOutEverywhere'(ask) {
      ask.setCookies(await signIn.signOut(ask.visit));
      await signIn.self.endAllSignIns(ask.signed);
      await noteSignIn(ask.visit, ask.signed.person.id, 'sign-in.end-everywhere');
      return done;
    },
  };
}
