import { startAnalytics } from '../analytics/index.ts';
import { runEndpointTest } from '../brain/index.ts';
import { version } from '../kernel/index.ts';
import { startMailer } from '../mail/index.ts';
import { createManagement, type ManagementDeps } from '../management/index.ts';
import { createManagementKeys } from '../management-keys/index.ts';
import { createOutbound } from '../outbound/index.ts';
import type { PartnerOutbox } from '../partners/index.ts';
import type { Settings } from '../settings/index.ts';
import { createSignIn, type PasswordOptions } from '../sign-in/index.ts';
import { startDataRetention } from '../user-data/index.ts';
import type { SharedDeps } from './deps.ts';

export type ManagementServicesDeps = Omit<
  ManagementDeps,
  | 'signIn'
  | 'mailer'
  | 'runEndpointTest'
  | 'installation'
  | 'managementKeys'
  | 'version'
  | 'sessions'
  | 'limits'
  | 'link'
> &
  SharedDeps & {
    readonly settings: Settings;
    readonly authTokenOf: (sessionId: string) => string;
    readonly partnerOutbox: Pick<PartnerOutbox, 'signInsEnded'>;
    /** Whether this process sends mail, counts and deletes. */
    readonly delivers: boolean;
    /** Null in tests that run the background jobs step by step. */
    readonly backgroundMs?: null | undefined;
    readonly passwords?: PasswordOptions | undefined;
  };

export type ManagementServices = Awaited<ReturnType<typeof startManagement>>;

/** Starts sign-in, mail, analytics and data retention, and the management API on top of them. */
export async function startManagement(deps: ManagementServicesDeps) {
  const { sql, bus, box, clock, log, baseUrl, policy, settings, speech } = deps;
  await using started = new AsyncDisposableStack();
  const paused = deps.backgroundMs === null || !deps.delivers;
  const everyMs = paused ? { everyMs: null } : {};
  const outbound = started.use(createOutbound({ policy }));
  const mailer = started.use(
    startMailer({
      sql,
      log,
      smtpUrl: settings.SMTP_URL,
      from: settings.MAIL_FROM,
      ...(paused ? { pollMs: null } : {}),
    }),
  );
  started.use(startDataRetention({ sql, clock, log, ...everyMs }));
  const analytics = started.use(startAnalytics({ sql, clock, log, ...everyMs }));
  const signIn = started.use(
    await createSignIn({
      sql,
      box,
      limits: bus.limits,
      topics: bus.topics,
      baseUrl,
      sendsMail: mailer.sends,
      log,
      operatorEmails: settings.OPERATOR_EMAILS ?? [],
      maxAgeDays: settings.SIGN_IN_MAX_DAYS,
      signInsEnded: deps.partnerOutbox.signInsEnded,
      passwords: deps.passwords,
    }),
  );
  const gateway = {
    outbound,
    callbackUrl: `${baseUrl}/gateway/callback`,
    authTokenOf: deps.authTokenOf,
    clock,
  };
  const managementKeys = createManagementKeys({ sql, clock });
  const management = started.use(
    createManagement({
      ...deps,
      managementKeys,
      sessions: bus.sessions,
      limits: bus.limits,
      link: bus.link,
      version,
      signIn,
      mailer,
      runEndpointTest: (endpoint, conversation) => runEndpointTest(gateway, endpoint, conversation),
      installation: () => ({
        version,
        baseUrl,
        loopbackAllowed: settings.loopbackOnly,
        allowedNetworks: [...(settings.ALLOWED_PRIVATE_NETWORKS ?? [])],
        sendsMail: mailer.sends,
        hasEspeak: speech.voices().some(({ provider }) => provider === 'espeak'),
        modelMaxMb: settings.MODEL_MAX_MB,
      }),
    }),
  );

  const running = started.move();
  return {
    management,
    managementKeys,
    signIn,
    mailer,
    analytics,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
