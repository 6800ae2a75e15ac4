import { createAccounts } from './accounts/index.ts';
import { type Analytics, startAnalytics } from './analytics/index.ts';
import { tryEndpoint } from './brain/index.ts';
import * as http from './http/index.ts';
import type { SealedBox } from './kernel/index.ts';
import { type Mailer, startMailer } from './mail/index.ts';
import type { AddressPolicy } from './outbound/index.ts';
import { createOutbound } from './outbound/index.ts';
import type { Settings } from './settings/index.ts';
import { createSignIn, type SignIn } from './sign-in/index.ts';
import { startDataRetention } from './user-data/index.ts';
import { version } from './version.ts';

export type DashboardServicesDeps = Omit<
  http.DashboardDeps,
  'signIn' | 'mailer' | 'tryEndpoint' | 'installation' | 'accounts' | 'version' | 'sessions'
> & {
  readonly box: SealedBox;
  readonly policy: AddressPolicy;
  readonly settings: Pick<
    Settings,
    | 'SMTP_URL'
    | 'MAIL_FROM'
    | 'OPERATOR_EMAILS'
    | 'ALLOWED_PRIVATE_NETWORKS'
    | 'MODEL_MAX_MB'
    | 'loopbackOnly'
  >;
  readonly authTokenOf: (sessionId: string) => string;
  /** Null in tests that run the background jobs step by step. */
  readonly backgroundMs?: null | undefined;
};

export type DashboardServices = AsyncDisposable & {
  readonly api: http.Dashboard;
  readonly signIn: SignIn;
  readonly mailer: Mailer;
  readonly analytics: Analytics;
};

/** Starts sign-in, mail, analytics and data retention, and the dashboard's API on top of them. */
export async function startDashboard(deps: DashboardServicesDeps): Promise<DashboardServices> {
  const { sql, bus, box, clock, log, baseUrl, policy, settings, speech } = deps;
  await using started = new AsyncDisposableStack();
  const paused = deps.backgroundMs === null;
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
      baseUrl,
      log,
      operatorEmails: settings.OPERATOR_EMAILS ?? [],
    }),
  );
  const gateway = {
    outbound,
    callbackUrl: `${baseUrl}/gateway/callback`,
    authTokenOf: deps.authTokenOf,
    clock,
  };
  const api = started.use(
    http.createDashboard({
      ...deps,
      accounts: createAccounts(sql),
      sessions: bus.sessions,
      version,
      signIn,
      mailer,
      tryEndpoint: (endpoint, conversation) => tryEndpoint(gateway, endpoint, conversation),
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
  return { api, signIn, mailer, analytics, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
