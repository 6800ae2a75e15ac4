import { createAccounts } from './accounts/index.ts';
import { type Analytics, startAnalytics } from './analytics/index.ts';
import { tryEndpoint } from './brain/index.ts';
import * as http from './http/index.ts';
import type { SealedBox } from './kernel/index.ts';
import { type Mailer, startMailer } from './mail/index.ts';
import type { AddressPolicy } from './outbound/index.ts';
import { createOutbound } from './outbound/index.ts';
import { createSignIn, type SignIn } from './sign-in/index.ts';
import { startForgetting } from './user-data/index.ts';
import { version } from './version.ts';

type Given = Omit<
  Parameters<typeof http.createDashboard>[0],
  'signIn' | 'post' | 'tryEndpoint' | 'installation' | 'accounts' | 'version' | 'sessions'
>;

export type DashboardWiring = AsyncDisposable & {
  readonly dashboard: http.Dashboard;
  readonly signIn: SignIn;
  readonly post: Mailer;
  readonly figures: Analytics;
};

/** Joins sign-in, mail, figures and the keeping of promises about data with the dashboard's interface. */
export async function startDashboard(
  deps: Given & {
    box: SealedBox;
    policy: AddressPolicy;
    settings: {
      SMTP_URL: string | undefined;
      MAIL_FROM: string;
      OPERATOR_EMAILS: readonly string[] | undefined;
      ALLOWED_PRIVATE_NETWORKS: readonly string[] | undefined;
      loopbackOnly: boolean;
    };
    authTokenOf: (sessionId: string) => string;
    /** Null where a test moves what runs in the background itself. */
    backgroundMs?: null | undefined;
  },
): Promise<DashboardWiring> {
  const { sql, bus, box, clock, log, baseUrl, policy, settings, speech } = deps;
  const paused = deps.backgroundMs === null;
  const post = startMailer({
    sql,
    log,
    smtpUrl: settings.SMTP_URL,
    from: settings.MAIL_FROM,
    ...(paused ? { pollMs: null } : {}),
  });
  const signIn = await createSignIn({
    sql,
    box,
    limits: bus.limits,
    baseUrl,
    log,
    operatorEmails: settings.OPERATOR_EMAILS ?? [],
  });
  const endpoints = createOutbound({ policy });
  const figures = startAnalytics({ sql, clock, log, ...(paused ? { everyMs: null } : {}) });
  const forgetting = startForgetting({ sql, clock, log, ...(paused ? { everyMs: null } : {}) });
  const dashboard = http.createDashboard({
    ...deps,
    accounts: createAccounts(sql),
    sessions: bus.sessions,
    version,
    signIn,
    post,
    tryEndpoint: (endpoint, play) =>
      tryEndpoint(
        {
          outbound: endpoints,
          callbackUrl: `${baseUrl}/gateway/callback`,
          authTokenOf: deps.authTokenOf,
          clock,
        },
        endpoint,
        play,
      ),
    installation: () => ({
      version,
      baseUrl,
      loopbackAllowed: settings.loopbackOnly,
      allowedNetworks: [...(settings.ALLOWED_PRIVATE_NETWORKS ?? [])],
      sendsMail: post.sends,
      hasEspeak: speech.voices().some(({ provider }) => provider === 'espeak'),
    }),
  });
  return {
    dashboard,
    signIn,
    post,
    figures,
    async [Symbol.asyncDispose]() {
      dashboard[Symbol.dispose]();
      await signIn[Symbol.asyncDispose]();
      await figures[Symbol.asyncDispose]();
      await forgetting[Symbol.asyncDispose]();
      await post[Symbol.asyncDispose]();
      await endpoints[Symbol.asyncDispose]();
    },
  };
}
