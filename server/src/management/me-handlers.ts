import type { Installation } from '@parley/protocol/management';
import type { Members } from '../accounts/index.ts';
import { recordAuditOfPerson } from '../audit/index.ts';
import type { Queries, Sql } from '../db/index.ts';
import type { SignedInPerson, SignIn, SignInRequest } from '../sign-in/index.ts';
import { done } from './answers.ts';
import type { HandlersFor } from './call-context.ts';

export function meHandlers(deps: {
  sql: Sql;
  signIn: SignIn;
  members: Members;
  installation: () => Installation;
}): HandlersFor<'me'> {
  const { sql, signIn, members } = deps;
  const { settings } = signIn;

  const view = async ({ person }: SignedInPerson, name = person.name) => {
    const [accounts, hasPassword, [counted]] = await Promise.all([
      members.accountsOf(person.id),
      signIn.hasPassword(person.id),
      sql<{ count: number }[]>`select count(*)::int as count from passkeys where person_id = ${person.id}`,
    ]);
    return {
      id: person.id,
      email: person.email,
      name,
      isOperator: person.operator,
      hasPassword,
      hasSecondFactor: person.hasSecondFactor,
      passkeys: counted?.count ?? 0,
      accounts,
      installation: deps.installation(),
    };
  };
  const passkeys = async (signed: SignedInPerson) => ({ items: await settings.passkeys(signed) });
  const auditing =
    ({ address }: SignInRequest, { person }: SignedInPerson, action: string, details = {}) =>
    (tx: Queries): Promise<void> =>
      recordAuditOfPerson(tx, person.id, { action, details, address });
  /** For changes that the sign-in library makes in a transaction of its own. */
  const audit = (...entry: Parameters<typeof auditing>): Promise<void> => auditing(...entry)(sql);

  return {
    'me.get': ({ signed }) => view(signed),
    async 'me.update'({ signed, signInRequest, body }) {
      const name = body.name.trim();
      await settings.rename(signed, name, auditing(signInRequest, signed, 'person.rename', { name }));
      return await view(signed, name);
    },
    async 'me.changePassword'({ signed, signInRequest, body }) {
      await settings.changePassword(
        signInRequest,
        signed,
        body,
        auditing(signInRequest, signed, 'password.change'),
      );
      return done;
    },
    async 'me.beginSecondFactor'({ signed, signInRequest, body, setCookies }) {
      const { answer, cookies } = await settings.beginSecondFactor(signInRequest, signed, body.password);
      setCookies(cookies);
      return answer;
    },
    async 'me.confirmSecondFactor'({ signed, signInRequest, body, setCookies }) {
      setCookies((await settings.confirmSecondFactor(signInRequest, signed, body.code)).cookies);
      await audit(signInRequest, signed, 'second-factor.enable');
      return done;
    },
    async 'me.removeSecondFactor'({ signed, signInRequest, body, setCookies }) {
      setCookies((await settings.removeSecondFactor(signInRequest, signed, body.password)).cookies);
      await audit(signInRequest, signed, 'second-factor.remove');
      return done;
    },
    async 'me.newBackupCodes'({ signed, signInRequest, body, setCookies }) {
      const { answer, cookies } = await settings.newBackupCodes(signInRequest, signed, body.password);
      setCookies(cookies);
      await audit(signInRequest, signed, 'second-factor.new-backup-codes');
      return { backupCodes: answer };
    },
    'me.passkeys': ({ signed }) => passkeys(signed),
    async 'me.passkeyOptions'({ signed, signInRequest, body, setCookies }) {
      const { answer, cookies } = await settings.passkeyOptions(signInRequest, signed, body.password);
      setCookies(cookies);
      return { options: answer };
    },
    async 'me.addPasskey'({ signed, signInRequest, body, setCookies }) {
      setCookies((await settings.addPasskey(signInRequest, signed, body)).cookies);
      await audit(signInRequest, signed, 'passkey.add', { name: body.name });
      return await passkeys(signed);
    },
    async 'me.removePasskey'({ signed, signInRequest, body, part }) {
      await settings.removePasskey(
        signInRequest,
        signed,
        { id: part('passkey'), password: body.password },
        auditing(signInRequest, signed, 'passkey.remove'),
      );
      return done;
    },
    async 'me.signIns'({ signed }) {
      const items = await settings.signIns(signed);
      return { items: items.map((item) => ({ ...item, current: item.id === signed.signInId })) };
    },
    async 'me.endSignIn'({ signed, signInRequest, part }) {
      await settings.endSignIn(signed, part('signIn'), auditing(signInRequest, signed, 'sign-in.end'));
      return done;
    },
  };
}
