import { changeInTransaction, type InSameTransaction, type Queries, type Sql } from '../db/index.ts';
import { invalid, notFound, plainName, Refusal, randomBase32 } from '../kernel/index.ts';
import type { EndSignIns } from './end-sign-ins.ts';
import type { SignInLibrary } from './library/library.ts';
import type { SignInLimits } from './limits.ts';
import type { Passwords } from './passwords/password-hash.ts';
import { checkPassword } from './passwords/password-rules.ts';
import * as people from './people.ts';
import { headersOf, type SignInRequest, type WithCookies, withCookies } from './sign-in-request.ts';

/** A person who is signed in, and the sign-in. */
export type SignedInPerson = {
  readonly person: people.Person;
  readonly signInId: string;
  readonly signedInAtMs: number;
};

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

/** What people can change about their own sign-in. */
export function createSignInSettings(deps: {
  sql: Sql;
  library: () => Promise<SignInLibrary>;
  passwords: Passwords;
  limits: SignInLimits;
  maxAgeDays: number;
  endSignIns: EndSignIns;
}) {
  const { sql, library, passwords, limits, endSignIns } = deps;
  const isFresh = ({ signedInAtMs }: SignedInPerson): boolean =>
    Date.now() - signedInAtMs < freshSeconds * 1000;

  /** Asks for proof, so that an attacker at an open browser cannot lock its owner out. */
  const prove = async (
    request: SignInRequest,
    signed: SignedInPerson,
    password: string | undefined,
  ): Promise<void> => {
    const found = await people.findById(sql, signed.person.id);
    const hash = found?.passwordHash ?? null;
    if (hash === null) {
      if (isFresh(signed)) return;
      throw new Refusal('fresh_sign_in_needed', 'Sign in again to change how you sign in.');
    }
    if (password === undefined) throw invalid('Enter your current password.', 'password');
    await limits.attempt(request.source, signed.person.email);
    if (await passwords.verify({ hash, password }, signed.person.email)) return;
    throw new Refusal('wrong_credentials', 'The password is wrong.', 'password');
  };
  /** Ends sign-ins, and returns how many. */
  const end = async (
    work: (tx: Queries) => ReturnType<EndSignIns>,
    also?: InSameTransaction<number>,
  ): Promise<number> => {
    const inSame: InSameTransaction<{ count: number }> | undefined =
      also && ((tx, { count }) => also(tx, count));
    const { count, committed } = await changeInTransaction(sql, work, inSame);
    committed();
    return count;
  };
  const withPassword = (password: string | undefined) => (password === undefined ? {} : { password });

  return {
    async changePassword(
      request: SignInRequest,
      signed: SignedInPerson,
      input: { current?: string | undefined; password: string },
      also?: InSameTransaction<void>,
    ) {
      await prove(request, signed, input.current);
      const hash = await passwords.hash(checkPassword(input.password, signed.person), signed.person.email);
      await end(
        async (tx) => {
          await people.setPasswordHash(tx, signed.person.id, hash, `crd_${randomBase32(24)}`);
          return await endSignIns(tx, signed.person.id, { except: signed.signInId });
        },
        also && ((tx) => also(tx, undefined)),
      );
    },

    async rename(signed: SignedInPerson, name: string, also?: InSameTransaction<void>): Promise<void> {
      const plain = plainName('Your name', name, 120);
      const write = async (tx: Queries): Promise<void> => {
        await tx`update people set name = ${plain}, updated_at = now() where id = ${signed.person.id}`;
      };
      await changeInTransaction(sql, write, also);
    },

    async beginSecondFactor(
      request: SignInRequest,
      signed: SignedInPerson,
      password: string | undefined,
    ): Promise<WithCookies<{ uri: string; backupCodes: string[] }>> {
      await prove(request, signed, password);
      // A second factor that was begun and never confirmed is replaced.
      await sql`delete from second_factors where person_id = ${signed.person.id} and not verified`;
      const { answer, cookies } = await withCookies(
        (await library()).api.enableTwoFactor({
          body: { method: 'totp', ...withPassword(password) },
          headers: headersOf(request),
          returnHeaders: true,
        }),
      );
      if (answer.method !== 'totp') throw new Error('the library set up another factor');
      return { answer: { uri: answer.totpURI, backupCodes: answer.backupCodes }, cookies };
    },

    async confirmSecondFactor(
      request: SignInRequest,
      signed: SignedInPerson,
      code: string,
    ): Promise<WithCookies<null>> {
      await limits.attempt(request.source, signed.person.email);
      const given = code.replaceAll(/\s/g, '');
      const { cookies } = await withCookies(
        (await library()).api.verifyTOTP({
          body: { code: given },
          headers: headersOf(request),
          returnHeaders: true,
        }),
      );
      await people.consumeCode(sql, signed.person.id, given);
      // Other sign-ins used the password alone. They end, and must be repeated with both factors.
      await end(async (tx) => {
        const newest = await people.newestSignIn(tx, signed.person.id);
        return await endSignIns(tx, signed.person.id, newest === null ? {} : { except: newest });
      });
      return { answer: null, cookies };
    },

    async removeSecondFactor(
      request: SignInRequest,
      signed: SignedInPerson,
      password: string | undefined,
    ): Promise<WithCookies<null>> {
      await prove(request, signed, password);
      const { cookies } = await withCookies(
        (await library()).api.disableTwoFactor({
          body: withPassword(password),
          headers: headersOf(request),
          returnHeaders: true,
        }),
      );
      return { answer: null, cookies };
    },

    async newBackupCodes(
      request: SignInRequest,
      signed: SignedInPerson,
      password: string | undefined,
    ): Promise<WithCookies<string[]>> {
      await prove(request, signed, password);
      const { answer, cookies } = await withCookies(
        (await library()).api.generateBackupCodes({
          body: withPassword(password),
          headers: headersOf(request),
          returnHeaders: true,
        }),
      );
      return { answer: answer.backupCodes, cookies };
    },

    passkeys: (signed: SignedInPerson): Promise<PasskeyRow[]> => sql<PasskeyRow[]>`
      select id, coalesce(name, 'Passkey') as name, ms(created_at) as "createdAt" from passkeys
      where person_id = ${signed.person.id} order by created_at, id`,

    async passkeyOptions(
      request: SignInRequest,
      signed: SignedInPerson,
      password: string | undefined,
    ): Promise<WithCookies<Record<string, unknown>>> {
      await prove(request, signed, password);
      const { answer, cookies } = await withCookies(
        (await library()).api.generatePasskeyRegistrationOptions({
          query: {},
          headers: headersOf(request),
          returnHeaders: true,
        }),
      );
      return { answer: { ...answer }, cookies };
    },

    /** Asks for proof again, because the options for signing in have the same form, and anybody can get those. */
    async addPasskey(
      request: SignInRequest,
      signed: SignedInPerson,
      { name, response, password }: NewPasskey,
    ): Promise<WithCookies<null>> {
      await prove(request, signed, password);
      const { cookies } = await withCookies(
        (await library()).api.verifyPasskeyRegistration({
          body: { name: plainName('The passkey’s name', name, 80), response },
          headers: headersOf(request),
          returnHeaders: true,
        }),
      );
      return { answer: null, cookies };
    },

    async removePasskey(
      request: SignInRequest,
      signed: SignedInPerson,
      { id, password }: { id: string; password: string | undefined },
      also?: InSameTransaction<void>,
    ): Promise<void> {
      await prove(request, signed, password);
      const write = async (tx: Queries): Promise<void> => {
        const gone = await tx`delete from passkeys where id = ${id} and person_id = ${signed.person.id}`;
        if (gone.count === 0) throw notFound('This passkey does not exist. Check its id.');
      };
      await changeInTransaction(sql, write, also);
    },

    signIns: (signed: SignedInPerson): Promise<SignInRow[]> => sql<SignInRow[]>`
      select id, ms(created_at) as "createdAt", ms(updated_at) as "seenAt", address, browser from sign_ins
      where person_id = ${signed.person.id} and expires_at > now()
        and created_at > now() - make_interval(days => ${deps.maxAgeDays})
      order by updated_at desc, id limit 100`,

    async endSignIn(signed: SignedInPerson, id: string, also?: InSameTransaction<void>): Promise<void> {
      await end(
        async (tx) => {
          const ended = await endSignIns(tx, signed.person.id, { only: id });
          if (ended.count === 0) throw notFound('This sign-in does not exist. Check its id.');
          return ended;
        },
        also && ((tx) => also(tx, undefined)),
      );
    },

    endAllSignIns: (signed: SignedInPerson, also?: InSameTransaction<number>): Promise<number> =>
      end((tx) => endSignIns(tx, signed.person.id), also),
  };
}
