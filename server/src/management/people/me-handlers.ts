import type { Installation } from '@parley/protocol/management';
import type { Members } from '../../accounts/index.ts';
import { recordAuditOfPerson } from '../../audit/index.ts';
import type { InSameTransaction, Sql } from '../../db/index.ts';
import type { SignedInPerson, SignIn } from '../../sign-in/index.ts';
import type { CallContext, HandlersFor } from '../calls/call-context.ts';

type MyCall = Pick<CallContext<'me.get'>, 'signed' | 'signInRequest'>;

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
    ({ signed, signInRequest }: MyCall, action: string, details = {}): InSameTransaction<unknown> =>
    (tx) =>
      recordAuditOfPerson(tx, signed.person.id, { action, details, address: signInRequest.address });
  /** For changes that the sign-in library makes in its own transaction. */
  const audit = async (...entry: Parameters<typeof auditing>) => auditing(...entry)(sql, undefined);

  return {
    'me.get': ({ signed }) => view(signed),
    async 'me.update'(call) {
      const name = call.body.name.trim();
      await settings.rename(call.signed, name, auditing(call, 'person.rename', { name }));
      return await view(call.signed, name);
    },
    'me.changePassword': (call) =>
      settings.changePassword(call.signInRequest, call.signed, call.body, auditing(call, 'password.change')),
    'me.beginSecondFactor': ({ signed, signInRequest, body, takeCookies }) =>
      takeCookies(settings.beginSecondFactor(signInRequest, signed, body.password)),
    async 'me.confirmSecondFactor'(call) {
      const { signed, signInRequest, body, takeCookies } = call;
      await takeCookies(settings.confirmSecondFactor(signInRequest, signed, body.code));
      await audit(call, 'second-factor.enable');
    },
    async 'me.removeSecondFactor'(call) {
      const { signed, signInRequest, body, takeCookies } = call;
      await takeCookies(settings.removeSecondFactor(signInRequest, signed, body.password));
      await audit(call, 'second-factor.remove');
    },
    async 'me.newBackupCodes'(call) {
      const { signed, signInRequest, body, takeCookies } = call;
      const backupCodes = await takeCookies(settings.newBackupCodes(signInRequest, signed, body.password));
      await audit(call, 'second-factor.new-backup-codes');
      return { backupCodes };
    },
    'me.passkeys': ({ signed }) => passkeys(signed),
    'me.passkeyOptions': async ({ signed, signInRequest, body, takeCookies }) => ({
      options: await takeCookies(settings.passkeyOptions(signInRequest, signed, body.password)),
    }),
    async 'me.addPasskey'(call) {
      const { signed, signInRequest, body, takeCookies } = call;
      await takeCookies(settings.addPasskey(signInRequest, signed, body));
      await audit(call, 'passkey.add', { name: body.name });
      return await passkeys(signed);
    },
    async 'me.removePasskey'(call) {
      const input = { id: call.part('passkey'), password: call.body.password };
      await settings.removePasskey(call.signInRequest, call.signed, input, auditing(call, 'passkey.remove'));
    },
    async 'me.signIns'({ signed }) {
      const items = await settings.signIns(signed);
      return { items: items.map((item) => ({ ...item, current: item.id === signed.signInId })) };
    },
    'me.endSignIn': (call) =>
      settings.endSignIn(call.signed, call.part('signIn'), auditing(call, 'sign-in.end')),
  };
}
