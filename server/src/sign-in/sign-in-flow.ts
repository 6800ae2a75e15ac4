import { auditChange, type Change } from '../audit/index.ts';
import type { Queries, Sql } from '../db/index.ts';
import { Refusal, randomBase32, sleep } from '../kernel/index.ts';
import type { EndSignIns } from './end-sign-ins.ts';
import type { AskLibrary } from './library/ask-library.ts';
import type { SignInLimits } from './limits.ts';
import { consumeLink, createLink, isGoodLink } from './one-time-links.ts';
import type { Passwords } from './passwords/password-hash.ts';
import { checkPassword } from './passwords/password-rules.ts';
import * as people from './people.ts';
import { enqueueResetMail } from './reset-mail.ts';
import type { SignInRequest, WithCookies } from './sign-in-request.ts';

export type SignInStep = { readonly next: 'done' | 'second-factor'; readonly personId: string | null };

export type SignInFlowDeps = {
  readonly sql: Sql;
  readonly ask: AskLibrary;
  readonly passwords: Passwords;
  readonly limits: SignInLimits;
  readonly baseUrl: string;
  readonly endSignIns: EndSignIns;
};

const resetMinutes = 60;
const linkMinutes = 24 * 60;
const resetAnswerMs = 250;
const wrongAnswerMs = 300;
const wrong = () =>
  new Refusal('wrong_credentials', 'The e-mail address or the password is wrong.', 'password');
const staleLink = () =>
  new Refusal('link_invalid', 'This link was already used or has expired. Ask for a new one.');

/** The ways to sign in. Each one ends in `signInPerson`, which asks for the second factor if the person has one. */
export function createSignInFlow(deps: SignInFlowDeps) {
  const { sql, ask, passwords, limits, baseUrl } = deps;

  const finishSignIn = async (request: SignInRequest, personId: string): Promise<WithCookies<SignInStep>> => {
    const { answer, cookies } = await ask(request, (api, options) =>
      api.signInPerson({ body: { personId }, ...options }),
    );
    const waits = answer.twoFactorRedirect === true;
    if (!waits) await people.recordSignIn(sql, personId, request.source);
    return { answer: { next: waits ? 'second-factor' : 'done', personId }, cookies };
  };

  const isRight = async (
    person: people.PersonSigningIn | null,
    email: string,
    password: string,
  ): Promise<boolean> => {
    const hash = person?.passwordHash ?? null;
    return hash === null
      ? await passwords.pretend(password, email)
      : await passwords.verify({ hash, password }, email);
  };
  /** Hashes a right password again if its hash is weaker than new ones. */
  const raiseHash = async ({ id, passwordHash: hash }: people.PersonSigningIn, password: string) => {
    if (hash === null || !passwords.isOutdated(hash)) return;
    try {
      await people.replaceHash(sql, id, hash, await passwords.hash(password, id));
    } catch (error) {
      // Too many passwords are being hashed. The next sign-in tries again.
      if (!(error instanceof Refusal)) throw error;
    }
  };

  const mailReset = async (email: string): Promise<void> => {
    const person = await people.findByEmail(sql, email);
    if (person === null) return;
    await sql.begin(async (tx) => {
      const token = await createLink(tx, 'reset-password', person.id, resetMinutes);
      const url = `${baseUrl}/dashboard/reset-password#${token}`;
      await enqueueResetMail(tx, person.email, { url, minutes: resetMinutes });
    });
  };

  const makeLink = async (
    tx: Queries,
    email: string,
    resetSecondFactor: boolean,
  ): Promise<{ url: string; personId: string }> => {
    const person = await people.findByEmail(tx, email);
    if (person === null) throw new Refusal('not_found', `No person has the address ${email.slice(0, 100)}.`);
    if (resetSecondFactor) await people.removeSecondFactor(tx, person.id);
    const token = await createLink(tx, 'sign-in', person.id, linkMinutes);
    return { url: `${baseUrl}/dashboard/sign-in/link#${token}`, personId: person.id };
  };

  return {
    finishSignIn,

    async signIn(request: SignInRequest, email: string, password: string): Promise<WithCookies<SignInStep>> {
      await limits.attempt(request.source, email);
      const person = await people.findByEmail(sql, email);
      const isKnown = person !== null && (await people.isKnownSource(sql, person.id, request.source));
      if (!isKnown) await limits.attemptByStranger(email);
      // Hashes of different age take different times. The time of a wrong answer must not show whether the address is
      // known.
      const beganMs = performance.now();
      if (!(await isRight(person, email.toLowerCase(), password)) || person === null) {
        await sleep(Math.max(0, wrongAnswerMs - (performance.now() - beganMs)));
        throw wrong();
      }
      await raiseHash(person, password);
      return await finishSignIn(request, person.id);
    },

    /** Each code works once, also if it is used twice at the same instant. */
    async secondFactor(
      request: SignInRequest,
      kind: 'totp' | 'backup-code',
      code: string,
    ): Promise<WithCookies<SignInStep>> {
      await limits.attemptFrom(request.source);
      const given = code.replaceAll(/\s/g, '');
      const { answer, cookies } = await ask<unknown>(request, (api, options) =>
        kind === 'totp'
          ? api.verifyTOTP({ body: { code: given }, ...options })
          : api.verifyBackupCode({ body: { code: given }, ...options }),
      );
      const { token, user } = answer as { token?: string; user: { id: string } };
      if (kind === 'totp' && !(await people.consumeCode(sql, user.id, given))) {
        // The sign-in that was just opened never leaves this function.
        await sql`delete from sign_ins where token = ${token ?? ''}`;
        throw new Refusal('wrong_code', 'This code was already used. Wait for the next one.', 'code');
      }
      await people.recordSignIn(sql, user.id, request.source);
      return { answer: { next: 'done', personId: user.id }, cookies };
    },

    /** A one-time sign-in link, for the start of the service. */
    makeSignInLink: (email: string, resetSecondFactor = false): Promise<{ url: string; personId: string }> =>
      sql.begin((tx) => makeLink(tx, email, resetSecondFactor)),

    /**
     * A one-time sign-in link for a person the operator vouches for. Each account of that person gets an audit entry.
     */
    async createSignInLink(
      change: Change,
      email: string,
      resetSecondFactor: boolean,
    ): Promise<{ url: string; email: string }> {
      const { url, personId } = await makeLink(change.tx, email, resetSecondFactor);
      const accounts = await change.tx<{ accountId: string }[]>`
        select account_id as "accountId" from members where person_id = ${personId} order by account_id`;
      const entry = {
        action: 'signInLinks.create',
        target: { kind: 'person', id: personId, name: email },
        details: { resetSecondFactor },
      };
      for (const { accountId } of accounts) await auditChange(change, { ...entry, accountId });
      if (accounts.length === 0) await auditChange(change, { ...entry, accountId: null });
      return { url, email };
    },

    async useSignInLink(request: SignInRequest, token: string): Promise<WithCookies<SignInStep>> {
      await limits.attemptFrom(request.source);
      const personId = await consumeLink(sql, 'sign-in', token);
      if (personId === null) throw staleLink();
      await people.markVerified(sql, personId);
      return await finishSignIn(request, personId);
    },

    /** Does not show whether the address is known. */
    async forgotPassword(request: SignInRequest, email: string): Promise<void> {
      await limits.mail(request.source, email);
      // The time of the answer must not show whether the address is known.
      await Promise.all([mailReset(email), sleep(resetAnswerMs)]);
    },

    /** Ends every sign-in, so that anybody who knew the old password is signed out. */
    async resetPassword(request: SignInRequest, token: string, password: string): Promise<string> {
      await limits.attemptFrom(request.source);
      checkPassword(password, { email: '' });
      // Hashing is expensive, so an unknown link is refused before.
      if (!(await isGoodLink(sql, 'reset-password', token))) throw staleLink();
      const hash = await passwords.hash(password, request.source);
      const reset = await sql.begin(async (tx) => {
        const id = await consumeLink(tx, 'reset-password', token);
        if (id === null) return null;
        await people.markVerified(tx, id);
        await people.setPasswordHash(tx, id, hash, `crd_${randomBase32(24)}`);
        const { committed } = await deps.endSignIns(tx, id);
        await tx`delete from one_time_links where person_id = ${id}`;
        await people.noteSource(tx, id, request.source);
        return { id, committed };
      });
      if (reset === null) throw staleLink();
      reset.committed();
      return reset.id;
    },

    async passkeyOptions(request: SignInRequest): Promise<WithCookies<Record<string, unknown>>> {
      await limits.attemptFrom(request.source);
      const { answer, cookies } = await ask(request, (api, options) =>
        api.generatePasskeyAuthenticationOptions(options),
      );
      return { answer: { ...answer, userVerification: 'required' }, cookies };
    },

    /** Replaces both factors, because a passkey verifies its user. */
    async signInByPasskey(
      request: SignInRequest,
      response: Record<string, unknown>,
    ): Promise<WithCookies<SignInStep>> {
      await limits.attemptFrom(request.source);
      const { answer, cookies } = await ask(request, (api, options) =>
        // The library checks every part of it.
        api.verifyPasskeyAuthentication({ body: { response: response as never }, ...options }),
      );
      const personId = answer.session.userId;
      await people.recordSignIn(sql, personId, request.source);
      return { answer: { next: 'done', personId }, cookies };
    },
  };
}
