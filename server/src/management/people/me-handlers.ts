import type { Installation } from '@parley/protocol/management';
import type { Members } from '../../accounts/index.ts';
import type { Sql } from '../../db/index.ts';
import type { SignedInPerson, SignIn } from '../../sign-in/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';

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

  return {
    'me.get': ({ signed }) => view(signed),
    async 'me.update'(call) {
      const name = call.body.name.trim();
      await settings.rename(call, name);
      return await view(call.signed, name);
    },
    'me.changePassword': (call) => settings.changePassword(call, call.body),
    'me.beginSecondFactor': (call) => call.takeCookies(settings.beginSecondFactor(call, call.body.password)),
    async 'me.confirmSecondFactor'(call) {
      await call.takeCookies(settings.confirmSecondFactor(call, call.body.code));
    },
    async 'me.removeSecondFactor'(call) {
      await call.takeCookies(settings.removeSecondFactor(call, call.body.password));
    },
    'me.newBackupCodes': (call) => call.takeCookies(settings.newBackupCodes(call, call.body.password)),
    'me.passkeys': ({ signed }) => passkeys(signed),
    'me.passkeyOptions': async (call) => ({
      options: await call.takeCookies(settings.passkeyOptions(call, call.body.password)),
    }),
    async 'me.addPasskey'(call) {
      await call.takeCookies(settings.addPasskey(call, call.body));
      return await passkeys(call.signed);
    },
    'me.removePasskey': (call) =>
      settings.removePasskey(call, { id: call.part('passkey'), password: call.body.password }),
    async 'me.signIns'({ signed }) {
      const items = await settings.signIns(signed);
      return { items: items.map((item) => ({ ...item, current: item.id === signed.signInId })) };
    },
    'me.endSignIn': (call) => settings.endSignIn(call, call.part('signIn')),
  };
}
