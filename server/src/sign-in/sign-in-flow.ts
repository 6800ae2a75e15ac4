import type { Sql } from '../db/index.ts';
import { Refusal, randomBase32, sleep } from '../kernel/index.ts';
import { writeMail } from '../mail/index.ts';
import type { SignInLibrary } from './library.ts';
import type { SignInLimits } from './limits.ts';
import { makeLink, useLink } from './one-time-links.ts';
import type { Passwords } from './password-hash.ts';
import { checkPassword } from './password-rules.ts';
import * as people from './people.ts';
import { headersOf, type Served, served, type Visit } from './visit.ts';

export type Step = { readonly next: 'done' | 'second-factor'; readonly personId: string | null };

export type DoorDeps = {
  readonly sql: Sql;
  readonly library: SignInLibrary;
  readonly passwords: Passwords;
  readonly limits: SignInLimits;
  readonly baseUrl: string;
};

const resetMinutes = 60;
const linkMinutes = 24 * 60;
const resetAnswerMs = 250;
const wrong = () => new Refusal('wrong_credentials', 'The address or the password is not right.', 'password');
const staleLink = () =>
  new Refusal('link_invalid', 'This link was used already or has expired. Ask for a new one.');

/** Ways in. Each one ends in `signInPerson`, which asks for the second factor of those who have one. */
export function createSignInFlow(deps: DoorDeps) {
  const { sql, library, passwords, limits, baseUrl } = deps;

  const admit = async (visit: Visit, personId: string): Promise<Served<Step>> => {
    const { answer, cookies } = await served(
      library.api.signInPerson({ body: { personId }, headers: headersOf(visit), returnHeaders: true }),
    );
    const waits = answer.twoFactorRedirect === true;
    if (!waits) await people.noteSignIn(sql, personId);
    return { answer: { next: waits ? 'second-factor' : 'done', personId }, cookies };
  };

  const mailReset = async (email: string): Promise<void> => {
    const person = await people.findByEmail(sql, email);
    if (person === null) return;
    await sql.begin(async (tx) => {
      const token = await makeLink(tx, 'reset-password', person.id, resetMinutes);
      await writeMail(tx, {
        to: person.email,
        subject: 'A new password for Parley',
        body: `Somebody, most likely you, asked for a new password for ${person.email}.\n\nChoose it here within an hour:\n\n${baseUrl}/dashboard/reset-password#${token}\n\nIf it was not you, ignore this mail: nothing has changed.\n`,
        secret: true,
      });
    });
  };

  return {
    admit,

    async signIn(visit: Visit, email: string, password: string): Promise<Served<Step>> {
      await limits.attempt(visit.address, email);
      const person = await people.findByEmail(sql, email);
      const hash = person?.passwordHash ?? null;
      const right =
        hash === null ? await passwords.pretend(password) : await passwords.verify({ hash, password });
      if (person === null || !right) throw wrong();
      return await admit(visit, person.id);
    },

    /** Each code opens once, also where two come at the same instant. */
    async secondFactor(visit: Visit, kind: 'totp' | 'backup-code', code: string): Promise<Served<Step>> {
      await limits.attemptFrom(visit.address);
      const headers = headersOf(visit);
      const given = code.replaceAll(/\s/g, '');
      const { answer, cookies } = await served(
        kind === 'totp'
          ? library.api.verifyTOTP({ body: { code: given }, headers, returnHeaders: true })
          : library.api.verifyBackupCode({ body: { code: given }, headers, returnHeaders: true }),
      );
      const { token, user } = answer as { token?: string; user: { id: string } };
      if (kind === 'totp' && !(await people.useCode(sql, user.id, given))) {
        // The sign-in that it opened never leaves this function.
        await sql`delete from sign_ins where token = ${token ?? ''}`;
        throw new Refusal('wrong_code', 'This code was used already. Wait for the next one.', 'code');
      }
      await people.noteSignIn(sql, user.id);
      return { answer: { next: 'done', personId: user.id }, cookies };
    },

    /** A link that opens the door once, for somebody the operator vouches for. */
    async makeSignInLink(
      email: string,
      resetSecondFactor = false,
    ): Promise<{ url: string; personId: string }> {
      const person = await people.findByEmail(sql, email);
      if (person === null) throw new Refusal('not_found', `Nobody has the address ${email}.`);
      const token = await sql.begin(async (tx) => {
        if (resetSecondFactor) await people.removeSecondFactor(tx, person.id);
        return await makeLink(tx, 'sign-in', person.id, linkMinutes);
      });
      return { url: `${baseUrl}/dashboard/sign-in/link#${token}`, personId: person.id };
    },

    async useSignInLink(visit: Visit, token: string): Promise<Served<Step>> {
      await limits.attemptFrom(visit.address);
      const personId = await useLink(sql, 'sign-in', token);
      if (personId === null) throw staleLink();
      await people.markVerified(sql, personId);
      return await admit(visit, personId);
    },

    /** Says nothing about whether somebody has the address. */
    async forgotPassword(visit: Visit, email: string): Promise<void> {
      await limits.mail(visit.address, email);
      // However long it takes: the time of the answer must not tell whether somebody has the address.
      await Promise.all([mailReset(email), sleep(resetAnswerMs)]);
    },

    /** Ends every sign-in: whoever knew the old password is out. */
    async resetPassword(visit: Visit, token: string, password: string): Promise<string> {
      await limits.attemptFrom(visit.address);
      const hash = await passwords.hash(checkPassword(password, { email: '' }));
      const personId = await sql.begin(async (tx) => {
        const id = await useLink(tx, 'reset-password', token);
        if (id === null) return null;
        await people.markVerified(tx, id);
        await people.setPasswordHash(tx, id, hash, `crd_${randomBase32(24)}`);
        await people.endSignIns(tx, id);
        await tx`delete from one_time_links where person_id = ${id}`;
        return id;
      });
      if (personId === null) throw staleLink();
      return personId;
    },

    async passkeyOptions(visit: Visit): Promise<Served<Record<string, unknown>>> {
      await limits.attemptFrom(visit.address);
      const { answer, cookies } = await served(
        library.api.generatePasskeyAuthenticationOptions({ headers: headersOf(visit), returnHeaders: true }),
      );
      return { answer: { ...answer, userVerification: 'required' }, cookies };
    },

    /** Holds for both factors: it checks who uses it. */
    async signInByPasskey(visit: Visit, response: Record<string, unknown>): Promise<Served<Step>> {
      await limits.attemptFrom(visit.address);
      const { answer, cookies } = await served(
        library.api.verifyPasskeyAuthentication({
          // The library checks every part of it.
          body: { response: response as never },
          headers: headersOf(visit),
          returnHeaders: true,
        }),
      );
      const personId = answer.session.userId;
      await people.noteSignIn(sql, personId);
      return { answer: { next: 'done', personId }, cookies };
    },
  };
}
