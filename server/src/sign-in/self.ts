import { changeInTransaction, type InSameTransaction, type Queries, type Sql } from '../db/index.ts';
import { invalid, notFound, plainName, Refusal, randomBase32 } from '../kernel/index.ts';
import { freshSeconds, type SignInLibrary } from './library.ts';
import type { SignInLimits } from './limits.ts';
import type { Passwords } from './password-hash.ts';
import { checkPassword } from './password-rules.ts';
import * as people from './people.ts';
import { headersOf, type Served, served, type Visit } from './visit.ts';

/** Somebody who is signed in, and by which sign-in. */
export type Signed = {
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

/** What people do about their own ways in. */
export function createSelf(deps: {
  sql: Sql;
  library: SignInLibrary;
  passwords: Passwords;
  limits: SignInLimits;
}) {
  const { sql, library, passwords, limits } = deps;
  const isFresh = ({ signedInAtMs }: Signed): boolean => Date.now() - signedInAtMs < freshSeconds * 1000;

  /** Whoever finds a browser open may not lock its owner out. */
  const prove = async (visit: Visit, signed: Signed, password: string | undefined): Promise<void> => {
    const found = await people.findById(sql, signed.person.id);
    const hash = found?.passwordHash ?? null;
    if (hash === null) {
      if (isFresh(signed)) return;
      throw new Refusal('fresh_sign_in_needed', 'Sign in again to change how you sign in.');
    }
    if (password === undefined) throw invalid('Give your present password.', 'password');
    await limits.attempt(visit.address, signed.person.email);
    if (await passwords.verify({ hash, password })) return;
    throw new Refusal('wrong_credentials', 'This password is not right.', 'password');
  };
  const withPassword = (password: string | undefined) => (password === undefined ? {} : { password });

  return {
    async changePassword(
      visit: Visit,
      signed: Signed,
      input: { current?: string | undefined; password: string },
      also?: InSameTransaction<void>,
    ) {
      await prove(visit, signed, input.current);
      const hash = await passwords.hash(checkPassword(input.password, signed.person));
      const write = async (tx: Queries): Promise<void> => {
        await people.setPasswordHash(tx, signed.person.id, hash, `crd_${randomBase32(24)}`);
        await people.endSignIns(tx, signed.person.id, signed.signInId);
      };
      await changeInTransaction(sql, write, also);
    },

    async rename(signed: Signed, name: string, also?: InSameTransaction<void>): Promise<void> {
      const plain = plainName('Your name', name, 120);
      const write = async (tx: Queries): Promise<void> => {
        await tx`update people set name = ${plain}, updated_at = now() where id = ${signed.person.id}`;
      };
      await changeInTransaction(sql, write, also);
    },

    async beginSecondFactor(
      visit: Visit,
      signed: Signed,
      password: string | undefined,
    ): Promise<Served<{ uri: string; backupCodes: string[] }>> {
      await prove(visit, signed, password);
      // One that was begun and never confirmed makes room.
      await sql`delete from second_factors where person_id = ${signed.person.id} and not verified`;
      const { answer, cookies } = await served(
        library.api.enableTwoFactor({
          body: { method: 'totp', ...withPassword(password) },
          headers: headersOf(visit),
          returnHeaders: true,
        }),
      );
      if (answer.method !== 'totp') throw new Error('the library set up another factor');
      return { answer: { uri: answer.totpURI, backupCodes: answer.backupCodes }, cookies };
    },

    async confirmSecondFactor(visit: Visit, signed: Signed, code: string): Promise<Served<null>> {
      await limits.attempt(visit.address, signed.person.email);
      const given = code.replaceAll(/\s/g, '');
      const { cookies } = await served(
        library.api.verifyTOTP({ body: { code: given }, headers: headersOf(visit), returnHeaders: true }),
      );
      await people.useCode(sql, signed.person.id, given);
      // Whoever signed in elsewhere with the password alone has to come back with both.
      await sql`
        delete from sign_ins where person_id = ${signed.person.id} and id <> (
          select id from sign_ins where person_id = ${signed.person.id} order by created_at desc, updated_at desc limit 1)`;
      return { answer: null, cookies };
    },

    async removeSecondFactor(
      visit: Visit,
      signed: Signed,
      password: string | undefined,
    ): Promise<Served<null>> {
      await prove(visit, signed, password);
      const { cookies } = await served(
        library.api.disableTwoFactor({
          body: withPassword(password),
          headers: headersOf(visit),
          returnHeaders: true,
        }),
      );
      return { answer: null, cookies };
    },

    async newBackupCodes(
      visit: Visit,
      signed: Signed,
      password: string | undefined,
    ): Promise<Served<string[]>> {
      await prove(visit, signed, password);
      const { answer, cookies } = await served(
        library.api.generateBackupCodes({
          body: withPassword(password),
          headers: headersOf(visit),
          returnHeaders: true,
        }),
      );
      return { answer: answer.backupCodes, cookies };
    },

    passkeys: (signed: Signed): Promise<PasskeyRow[]> => sql<PasskeyRow[]>`
      select id, coalesce(name, 'Passkey') as name, ms(created_at) as "createdAt" from passkeys
      where person_id = ${signed.person.id} order by created_at, id`,

    async passkeyOptions(visit: Visit): Promise<Served<Record<string, unknown>>> {
      const { answer, cookies } = await served(
        library.api.generatePasskeyRegistrationOptions({
          query: {},
          headers: headersOf(visit),
          returnHeaders: true,
        }),
      );
      return { answer: { ...answer }, cookies };
    },

    async addPasskey(visit: Visit, name: string, response: Record<string, unknown>): Promise<Served<null>> {
      const { cookies } = await served(
        library.api.verifyPasskeyRegistration({
          body: { name: plainName('The passkey’s name', name, 80), response },
          headers: headersOf(visit),
          returnHeaders: true,
        }),
      );
      return { answer: null, cookies };
    },

    async removePasskey(signed: Signed, id: string, also?: InSameTransaction<void>): Promise<void> {
      const write = async (tx: Queries): Promise<void> => {
        const gone = await tx`delete from passkeys where id = ${id} and person_id = ${signed.person.id}`;
        if (gone.count === 0) throw notFound('There is no such passkey.');
      };
      await changeInTransaction(sql, write, also);
    },

    signIns: (signed: Signed): Promise<SignInRow[]> => sql<SignInRow[]>`
      select id, ms(created_at) as "createdAt", ms(updated_at) as "seenAt", address, browser from sign_ins
      where person_id = ${signed.person.id} and expires_at > now() order by updated_at desc, id limit 100`,

    async endSignIn(signed: Signed, id: string, also?: InSameTransaction<void>): Promise<void> {
      const write = async (tx: Queries): Promise<void> => {
        const gone = await tx`delete from sign_ins where id = ${id} and person_id = ${signed.person.id}`;
        if (gone.count === 0) throw notFound('There is no such sign-in.');
      };
      await changeInTransaction(sql, write, also);
    },

    endAllSignIns: (signed: Signed, also?: InSameTransaction<number>): Promise<number> =>
      changeInTransaction(sql, (tx) => people.endSignIns(tx, signed.person.id), also),
  };
}
