import { createAuthEndpoint } from '@better-auth/core/api';
import { APIError } from '@better-auth/core/error';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { passkey } from '@better-auth/passkey';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { Kysely } from 'kysely';
import type { Sql } from '../../db/index.ts';
import { type Log, randomBase32 } from '../../kernel/index.ts';
import type { Passwords } from '../passwords/password-hash.ts';
import { addressHeader } from '../sign-in-request.ts';
import { libraryDatabase } from './library-database.ts';

export type LibraryDeps = {
  readonly sql: Sql;
  readonly secret: string;
  readonly baseUrl: string;
  readonly passwords: Passwords;
  readonly log: Log;
};
export type SignInLibrary = ReturnType<typeof createLibrary>;

const signInDays = 7;
const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

/**
 * Sign-ins with their cookies, second factors and passkeys. Our own code checks passwords, links and invitations, and
 * then calls `signInPerson`. None of the library's own addresses is reachable from outside.
 */
export function createLibrary(deps: LibraryDeps) {
  const { sql, baseUrl, passwords, log } = deps;
  const url = new URL(baseUrl);
  return betterAuth({
    appName: 'Parley',
    baseURL: baseUrl,
    basePath: '/sign-in-library',
    secret: deps.secret,
    telemetry: { enabled: false },
    database: kyselyAdapter(new Kysely<never>({ dialect: libraryDatabase(sql) }), {
      type: 'postgres',
      transaction: true,
    }),
    advanced: {
      cookiePrefix: 'parley',
      useSecureCookies: url.protocol === 'https:',
      defaultCookieAttributes: { sameSite: 'strict', httpOnly: true, path: '/v1' },
      database: { generateId: ({ model }) => `${idPrefix[model] ?? 'rec'}_${randomBase32(24)}` },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
    },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => reportProblem(log, message) },
    user: { modelName: 'people', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'sign_ins',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'address',
        userAgent: 'browser',
        ...times,
      },
      expiresIn: signInDays * 86_400,
      updateAge: 3600,
      // The library would require a recent sign-in even from a person who enters their password. We ask for proof
      // ourselves.
      freshAge: 0,
    },
    account: {
      modelName: 'credentials',
      fields: {
        accountId: 'subject',
        providerId: 'provider',
        userId: 'person_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...times },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // The library does not say whose password it is.
      password: {
        hash: (password) => passwords.hash(password, 'library'),
        verify: (given) => passwords.verify(given, 'library'),
      },
    },
    plugins: [
      twoFactor({
        issuer: `Parley ${url.host}`,
        allowPasswordless: true,
        schema: {
          user: { fields: { twoFactorEnabled: 'second_factor' } },
          twoFactor: {
            modelName: 'second_factors',
            fields: {
              userId: 'person_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verifications',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      passkey({
        rpID: url.hostname,
        rpName: 'Parley',
        origin: url.origin,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        authentication: { afterVerification: mustBeVerified },
        registration: { afterVerification: mustBeVerified },
        schema: {
          passkey: {
            modelName: 'passkeys',
            fields: {
              publicKey: 'public_key',
              userId: 'person_id',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'created_at',
            },
          },
        },
      }),
      { id: 'parley', endpoints: { signInPerson } },
    ],
  });
}

const idPrefix: Readonly<Record<string, string>> = {
  session: 'sgn',
  account: 'crd',
  verification: 'ver',
  twoFactor: 'sec',
  passkey: 'pky',
};

/**
 * Signs in a person who has proved who they are. The path is one that the second factor plugin watches: a person with a
 * second factor is asked for it, also after a one-time link.
 */
const signInPerson = createAuthEndpoint(
  '/sign-in/username',
  { method: 'POST', metadata: { $Infer: { body: {} as { personId: string } } } },
  async (ctx) => {
    const { personId } = ctx.body as { personId: string };
    const user = await ctx.context.internalAdapter.findUserById(personId);
    if (user === null) throw new APIError('UNAUTHORIZED');
    const session = await ctx.context.internalAdapter.createSession(personId);
    await setSessionCookie(ctx, { session, user });
    return ctx.json({ twoFactorRedirect: false });
  },
);

/** The library's messages may name people, so they are logged only at the lowest level. */
function reportProblem(log: Log, message: string): void {
  log.warn('the sign-in library reported a problem');
  log.debug({ reason: message }, 'what the sign-in library reported');
}

/** A passkey replaces two factors. Without a finger, a face or a PIN it would be only one. */
async function mustBeVerified({ verification }: { verification: unknown }): Promise<void> {
  const { authenticationInfo, registrationInfo } = verification as {
    authenticationInfo?: { userVerified?: boolean };
    registrationInfo?: { userVerified?: boolean };
  };
  if ((authenticationInfo ?? registrationInfo)?.userVerified === true) return;
  throw new APIError('UNAUTHORIZED', {
    code: 'USER_NOT_VERIFIED',
    message:
      'The passkey did not check who is using it. Use one that asks for a PIN, a fingerprint or your face.',
  });
}
