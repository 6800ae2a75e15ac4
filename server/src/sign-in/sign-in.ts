import { auditChange, type Change } from '../audit/index.ts';
import { openSharedValue, type RateLimits, type Topics } from '../bus/index.ts';
import type { Sql } from '../db/index.ts';
import { type Log, type SealedBox, startInterval } from '../kernel/index.ts';
import { createEndSignIns, type SignInsEnded } from './end-sign-ins.ts';
import { createInvitations } from './invitations.ts';
import { createAskLibrary } from './library/ask-library.ts';
import type { SignInLibrary } from './library/library.ts';
import { loadLibrary } from './library/load-library.ts';
import { loadSecret, rotateSecret } from './library/secret.ts';
import { createSignInLimits } from './limits.ts';
import { createPasswords, type PasswordOptions } from './passwords/password-hash.ts';
import * as people from './people.ts';
import { createSignInFlow } from './sign-in-flow.ts';
import type { SignInRequest, WithCookies } from './sign-in-request.ts';
import { createSignInSettings, type SignedInPerson } from './sign-in-settings.ts';

export type SignInDeps = {
  readonly sql: Sql;
  readonly box: SealedBox;
  readonly limits: RateLimits;
  readonly topics: Topics;
  readonly baseUrl: string;
  /** Whether the service has a mail server. */
  readonly sendsMail: boolean;
  readonly log: Log;
  /** Addresses of people who are operators, whatever the database says. */
  readonly operatorEmails: readonly string[];
  /** A sign-in ends after this time, however often it is used. */
  readonly maxAgeDays: number;
  readonly signInsEnded: SignInsEnded;
  readonly passwords?: PasswordOptions | undefined;
};

export type SignIn = Awaited<ReturnType<typeof createSignIn>>;

const sweepMs = 3_600_000;

/** Signing in to the dashboard, each person's own sign-in settings, and invitations. */
export async function createSignIn(deps: SignInDeps) {
  const { sql, baseUrl, log, maxAgeDays } = deps;
  const maxAgeMs = maxAgeDays * 86_400_000;
  const passwords = createPasswords(deps.passwords);
  const load = (secret: string) => loadLibrary({ sql, baseUrl, passwords, log, secret });
  const limits = createSignInLimits(deps.limits);
  const secret = await openSharedValue({
    topic: 'sign-in-secret',
    topics: deps.topics,
    read: () => loadSecret(sql, deps.box),
    onError: (error) => log.warn({ err: error }, 'could not read the sign-in secret again'),
  });
  let loaded: { readonly secret: string; readonly library: Promise<SignInLibrary> } | null = null;
  const library = (): Promise<SignInLibrary> => {
    if (loaded?.secret === secret.get()) return loaded.library;
    const loading = { secret: secret.get(), library: load(secret.get()) };
    loading.library.catch(() => {
      if (loaded === loading) loaded = null;
    });
    loaded = loading;
    return loading.library;
  };
  const ask = createAskLibrary(library);
  const endSignIns = createEndSignIns(deps.signInsEnded);
  const flow = createSignInFlow({ sql, ask, passwords, limits, baseUrl, endSignIns });
  const sweeper = startInterval({
    everyMs: sweepMs,
    run: () => sweep(sql, maxAgeDays),
    onError: (error) => log.warn({ err: error }, 'could not remove old sign-ins'),
  });

  return {
    flow,
    settings: createSignInSettings({ sql, ask, passwords, limits, maxAgeDays, endSignIns }),
    invitations: createInvitations({ ...deps, passwords, limits, flow }),

    /** The person whose cookie came with the request. Each use may extend the sign-in, with a new cookie. */
    async findSignedIn(request: SignInRequest): Promise<WithCookies<SignedInPerson | null>> {
      if (request.cookie === undefined || !request.cookie.includes('parley.session_token')) {
        return { answer: null, cookies: [] };
      }
      const { answer, cookies } = await ask(request, (api, options) => api.getSession(options));
      if (answer === null) return { answer: null, cookies };
      const signedInAtMs = new Date(answer.session.createdAt).getTime();
      if (Date.now() - signedInAtMs >= maxAgeMs) {
        await sql`delete from sign_ins where id = ${answer.session.id}`;
        return { answer: null, cookies: [] };
      }
      const person = await people.findById(sql, answer.user.id);
      if (person === null) return { answer: null, cookies };
      const { passwordHash: _, ...known } = person;
      const operator = known.operator || deps.operatorEmails.includes(known.email);
      const signInId = answer.session.id;
      return { answer: { person: { ...known, operator }, signInId, signedInAtMs }, cookies };
    },

    /** Whether a sign-in has not ended yet. */
    async isActive(signInId: string): Promise<boolean> {
      const [row] = await sql`
        select from sign_ins where id = ${signInId} and expires_at > now()
          and created_at > now() - make_interval(days => ${maxAgeDays})`;
      return row !== undefined;
    },

    async signOut(request: SignInRequest, { person, signInId }: SignedInPerson): Promise<readonly string[]> {
      const { committed } = await sql.begin((tx) => endSignIns(tx, person.id, { only: signInId }));
      committed();
      const { cookies } = await ask(request, (api, options) => api.signOut(options));
      return cookies;
    },

    /** Makes a new secret, which signs everybody out. */
    async rotateSecret(change: Change): Promise<null> {
      const made = await rotateSecret(change.tx, deps.box);
      await auditChange(change, {
        accountId: null,
        action: 'secrets.rotate',
        target: { kind: 'secret', id: 'sign-in' },
      });
      change.afterCommit(() => secret.replace(made));
      return null;
    },

    hasPassword: async (personId: string): Promise<boolean> =>
      (await people.findById(sql, personId))?.passwordHash != null,
    nobodyHasSignedIn: (): Promise<boolean> => people.nobodyHasSignedIn(sql),

    async [Symbol.asyncDispose]() {
      await secret[Symbol.asyncDispose]();
      await sweeper[Symbol.asyncDispose]();
      await passwords[Symbol.asyncDispose]();
    },
  };
}

async function sweep(sql: Sql, maxAgeDays: number): Promise<void> {
  await sql`
    delete from sign_ins
    where expires_at < now() or created_at < now() - make_interval(days => ${maxAgeDays})`;
  await sql`delete from known_sources where seen_at < now() - interval '90 days'`;
  await sql`delete from verifications where expires_at < now()`;
  await sql`delete from one_time_links where expires_at < now()`;
  await sql`delete from used_codes where expires_at < now()`;
}
