import { recordAuditOfPerson } from '../audit/index.ts';
import type { Queries, Sql } from '../db/index.ts';
import { invalid, notFound, plainName, Refusal, randomBase32 } from '../kernel/index.ts';
import type { EndSignIns } from './end-sign-ins.ts';
import type { AskLibrary } from './library/ask-library.ts';
import type { SignInLimits } from './limits.ts';
import type { Passwords } from './passwords/password-hash.ts';
import { checkPassword } from './passwords/password-rules.ts';
import * as people from './people.ts';
import type { SignInRequest, WithCookies } from './sign-in-request.ts';

/** A person who is signed in, and the sign-in. */
export type SignedInPerson = {
  readonly person: people.Person;
  readonly signInId: string;
  readonly signedInAtMs: number;
};

/** A request of a person about their own sign-in. */
export type SignedInRequest = { readonly signed: SignedInPerson; readonly signInRequest: SignInRequest };

export type SignInRow = {
  readonly id: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly address: string | null;
  readonly browser: string | null;
};
export type PasskeyRow = { readonly id: string; readonly name: string; readonly createdAt: number | null };

export type NewPasskey = {
  readonly name: string;
  readonly response: Record<string, unknown>;
  readonly password?: string | undefined;
};

/** Without a password, changes to how a person signs in need a sign-in at most this old. */
const freshSeconds = 3600;

/** What people can change about their own sign-in. The audit log of each of their accounts gets an entry. */
export function createSignInSettings(deps: {
  sql: Sql;
  ask: AskLibrary;
  passwords: Passwords;
  limits: SignInLimits;
  maxAgeDays: number;
  endSignIns: EndSignIns;
}) {
  const { sql, ask, passwords, limits, endSignIns } = deps;

  /** Asks for proof, so that an attacker at an open browser cannot lock its owner out. */
  const prove = async (
    { signed: { person, signedInAtMs }, signInRequest }: SignedInRequest,
    password: string | undefined,
  ): Promise<void> => {
    const hash = (await people.findById(sql, person.id))?.passwordHash ?? null;
    if (hash === null) {
      if (Date.now() - signedInAtMs < freshSeconds * 1000) return;
      throw new Refusal('fresh_sign_in_needed', 'Sign in again to change how you sign in.');
    }
    if (password === undefined) throw invalid('Enter your current password.', 'password');
    await limits.attempt(signInRequest.source, person.email);
    if (await passwords.verify({ hash, password }, person.email)) return;
    throw new Refusal('wrong_credentials', 'The password is wrong.', 'password');
  };
  /** For changes that the library makes in its own transaction. */
  const audit = (
    queries: Queries,
    { signed, signInRequest }: SignedInRequest,
    action: string,
    details = {},
  ) => recordAuditOfPerson(queries, signed.person.id, { action, details, address: signInRequest.address });
  const change = <T extends object>(
    request: SignedInRequest,
    action: string,
    work: (tx: Queries) => Promise<T>,
    details = {},
  ) =>
    sql.begin(async (tx) => {
      const changed = await work(tx);
      await audit(tx, request, action, details);
      return { changed };
    });
  const end = async (
    request: SignedInRequest,
    action: string,
    work: (tx: Queries) => ReturnType<EndSignIns>,
  ): Promise<void> => {
    const { changed } = await change(request, action, work);
    changed.committed();
  };
  const withPassword = (password: string | undefined) => (password === undefined ? {} : { password });

  return {
    async changePassword(
      request: SignedInRequest,
      input: { current?: string | undefined; password: string },
    ): Promise<void> {
      const { person, signInId } = request.signed;
      await prove(request, input.current);
      const hash = await passwords.hash(checkPassword(input.password, person), person.email);
      await end(request, 'password.change', async (tx) => {
        await people.setPasswordHash(tx, person.id, hash, `crd_${randomBase32(24)}`);
        return await endSignIns(tx, person.id, { except: signInId });
      });
    },

    async rename(request: SignedInRequest, name: string): Promise<void> {
      const plain = plainName('Your name', name, 120);
      const { id } = request.signed.person;
      const write = async (tx: Queries) =>
        await tx`update people set name = ${plain}, updated_at = now() where id = ${id}`;
      await change(request, 'person.rename', write, { name });
    },

    async beginSecondFactor(
      request: SignedInRequest,
      password: string | undefined,
    ): Promise<WithCookies<{ uri: string; backupCodes: string[] }>> {
      await prove(request, password);
      // A second factor that was begun and never confirmed is replaced.
      await sql`delete from second_factors where person_id = ${request.signed.person.id} and not verified`;
      const { answer, cookies } = await ask(request.signInRequest, (api, options) =>
        api.enableTwoFactor({ body: { method: 'totp', ...withPassword(password) }, ...options }),
      );
      if (answer.method !== 'totp') throw new Error('the library set up another factor');
      return { answer: { uri: answer.totpURI, backupCodes: answer.backupCodes }, cookies };
    },

    async confirmSecondFactor(request: SignedInRequest, code: string): Promise<WithCookies<null>> {
      const { signInRequest, signed } = request;
      const { id, email } = signed.person;
      await limits.attempt(signInRequest.source, email);
      const given = code.replaceAll(/\s/g, '');
      const { cookies } = await ask(signInRequest, (api, options) =>
        api.verifyTOTP({ body: { code: given }, ...options }),
      );
      await people.consumeCode(sql, id, given);
      // Other sign-ins used the password alone. They end, and must be repeated with both factors.
      await end(request, 'second-factor.enable', async (tx) => {
        const newest = await people.newestSignIn(tx, id);
        return await endSignIns(tx, id, newest === null ? {} : { except: newest });
      });
      return { answer: null, cookies };
    },

    async removeSecondFactor(
      request: SignedInRequest,
      password: string | undefined,
    ): Promise<WithCookies<null>> {
      await prove(request, password);
      const { cookies } = await ask(request.signInRequest, (api, options) =>
        api.disableTwoFactor({ body: withPassword(password), ...options }),
      );
      await audit(sql, request, 'second-factor.remove');
      return { answer: null, cookies };
    },

    async newBackupCodes(
      request: SignedInRequest,
      password: string | undefined,
    ): Promise<WithCookies<{ backupCodes: string[] }>> {
      await prove(request, password);
      const { answer, cookies } = await ask(request.signInRequest, (api, options) =>
        api.generateBackupCodes({ body: withPassword(password), ...options }),
      );
      await audit(sql, request, 'second-factor.new-backup-codes');
      return { answer: { backupCodes: answer.backupCodes }, cookies };
    },

    passkeys: (signed: SignedInPerson): Promise<PasskeyRow[]> => sql<PasskeyRow[]>`
      select id, coalesce(name, 'Passkey') as name, ms(created_at) as "createdAt" from passkeys
      where person_id = ${signed.person.id} order by created_at, id`,

    async passkeyOptions(
      request: SignedInRequest,
      password: string | undefined,
    ): Promise<WithCookies<Record<string, unknown>>> {
      await prove(request, password);
      const { answer, cookies } = await ask(request.signInRequest, (api, options) =>
        api.generatePasskeyRegistrationOptions({ query: {}, ...options }),
      );
      return { answer: { ...answer }, cookies };
    },

    /** Asks for proof again, because the options for signing in have the same form, and anybody can get those. */
    async addPasskey(
      request: SignedInRequest,
      { name, response, password }: NewPasskey,
    ): Promise<WithCookies<null>> {
      await prove(request, password);
      const body = { name: plainName('The passkey’s name', name, 80), response };
      const { cookies } = await ask(request.signInRequest, (api, options) =>
        api.verifyPasskeyRegistration({ body, ...options }),
      );
      await audit(sql, request, 'passkey.add', { name });
      return { answer: null, cookies };
    },

    async removePasskey(
      request: SignedInRequest,
      { id, password }: { id: string; password: string | undefined },
    ): Promise<void> {
      await prove(request, password);
      await change(request, 'passkey.remove', async (tx) => {
        const gone = await tx`
          delete from passkeys where id = ${id} and person_id = ${request.signed.person.id}`;
        if (gone.count === 0) throw notFound('This passkey does not exist. Check its id.');
        return gone;
      });
    },

    signIns: (signed: SignedInPerson): Promise<SignInRow[]> => sql<SignInRow[]>`
      select id, ms(created_at) as "createdAt", ms(updated_at) as "seenAt", address, browser from sign_ins
      where person_id = ${signed.person.id} and expires_at > now()
        and created_at > now() - make_interval(days => ${deps.maxAgeDays})
      order by updated_at desc, id limit 100`,

    endSignIn: (request: SignedInRequest, id: string): Promise<void> =>
      end(request, 'sign-in.end', async (tx) => {
        const ended = await endSignIns(tx, request.signed.person.id, { only: id });
        if (ended.count === 0) throw notFound('This sign-in does not exist. Check its id.');
        return ended;
      }),

    endAllSignIns: (request: SignedInRequest): Promise<void> =>
      end(request, 'sign-in.end-everywhere', (tx) => endSignIns(tx, request.signed.person.id)),
  };
}
