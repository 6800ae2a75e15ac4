import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type Accounts, createAccounts } from './accounts/index.ts';
import { startConversations } from './app-conversations.ts';
import { type DashboardWiring, startDashboard } from './app-dashboard.ts';
import { startWebhooks, type WebhookWiring } from './app-webhooks.ts';
import { type Avatars, createAvatars, createVoiceTrial } from './avatars/index.ts';
import type { Bus } from './bus/index.ts';
import type { Sql } from './db/index.ts';
import { createTranscription } from './hearing/index.ts';
import * as http from './http/index.ts';
import type { Clock, Log, SealedBox } from './kernel/index.ts';
import { createKeys, type Keys } from './keys/index.ts';
import type { Live } from './live/index.ts';
import { countKeyCache, countSessions, createRefusalCounter, createTurnMeter } from './metrics.ts';
import { createAddressPolicy, createOutbound, type ForbiddenPort } from './outbound/index.ts';
import type { Settings } from './settings/index.ts';
import { createSpeech, type Speech } from './speech/index.ts';
import {
  createAvatarTokens,
  createTokenChecker,
  loadSigningKeys,
  resealSigningKeys,
} from './tokens/index.ts';
import { version } from './version.ts';

export type App = AsyncDisposable & {
  readonly server: FastifyInstance;
  readonly routes: readonly http.Route[];
  readonly accounts: Accounts;
  readonly avatars: Avatars;
  readonly keys: Keys;
  readonly live: Live;
  readonly hooks: WebhookWiring;
  readonly speech: Speech;
  readonly desk: DashboardWiring;
  /** From here on /readyz says that the service is stopping. */
  drain(): void;
};

export type AppDeps = {
  readonly settings: Pick<
    Settings,
    | 'TRUSTED_PROXIES'
    | 'EDGE_RATE'
    | 'EDGE_BURST'
    | 'JOIN_RATE'
    | 'JOIN_BURST'
    | 'ALLOWED_PRIVATE_NETWORKS'
    | 'MODEL_MAX_MB'
    | 'SMTP_URL'
    | 'MAIL_FROM'
    | 'OPERATOR_EMAILS'
    | 'loopbackOnly'
  >;
  /** Ports of the service and its stores, which no account's address may name. */
  readonly ownPorts: readonly ForbiddenPort[];
  readonly baseUrl: string;
  readonly sql: Sql;
  readonly bus: Bus;
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly log: Log;
  readonly operatorToken: string;
  /** Null where a test moves the delivery engine itself. */
  readonly deliveryPollMs?: number | null;
  /** Null where a test moves mail, figures and forgetting itself. */
  readonly backgroundMs?: null;
  /** Where the demo endpoint listens; it is nobody's own brain. */
  readonly demoUrl?: () => string | null;
  /** The program to look for in place of `espeak-ng`: tests must not depend on what is installed. */
  readonly espeakProgram?: string;
};

const closeLimitMs = 2_000;
const webFolder = fileURLToPath(new URL('../../build/web', import.meta.url));

/** The composition root: the only place that knows every module. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { settings, baseUrl, sql, bus, box, clock, log } = deps;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'parley_' });

  const accounts = createAccounts(sql);
  const policy = createAddressPolicy({
    allowLoopback: settings.loopbackOnly,
    allowedNetworks: settings.ALLOWED_PRIVATE_NETWORKS,
    forbiddenPorts: deps.ownPorts,
  });
  const addressProblem = (url: string): string | null => {
    const verdict = policy.checkUrl(url);
    return verdict.ok ? null : verdict.message;
  };
  const voices = createOutbound({ policy });
  const listeners = createOutbound({ policy });
  const speech = await createSpeech({ outbound: voices, log, clock, espeakProgram: deps.espeakProgram });
  const avatars = createAvatars({
    sql,
    topics: bus.topics,
    clock,
    box,
    addressProblem,
    voiceProblem: speech.problemWith,
    maxModelBytes: settings.MODEL_MAX_MB * 1024 * 1024,
  });
  const keys = createKeys({ sql, topics: bus.topics, clock, avatars, log });
  const signingKeys = await loadSigningKeys(sql, box);
  const sealedAgain = (await resealSigningKeys(sql, box)) + (await avatars.reseal());
  if (sealedAgain > 0) log.info({ count: sealedAgain }, 'sealed secrets again under the present key');
  const tokens = createAvatarTokens({ keys: signingKeys, issuer: baseUrl, clock });
  countKeyCache(registry, keys.cacheCounts);

  const checkToken = createTokenChecker({ keys: signingKeys, issuer: baseUrl, clock });
  const turnMeter = createTurnMeter(registry, clock);
  const hooks = await startWebhooks({
    sql,
    bus,
    box,
    clock,
    log,
    policy,
    registry,
    ...(deps.deliveryPollMs === undefined ? {} : { pollMs: deps.deliveryPollMs }),
  });
  const talking = await startConversations({
    sql,
    bus,
    box,
    clock,
    log,
    avatars,
    baseUrl,
    policy,
    checkToken,
    turnMeter,
    outbox: hooks.outbox,
    extended: hooks.extended,
    voiceFor: ({ avatar, voiceKey }) => speech.reliableVoice(avatar.voice, voiceKey),
  });
  const { live, conversations, gatewayLog, sessionTokens } = talking;
  const trial = createVoiceTrial({ avatars, speech, limits: bus.limits });
  countSessions(registry, () => live.sessions.size);

  const desk = await startDashboard({
    ...hooks,
    sql,
    bus,
    box,
    clock,
    log,
    baseUrl,
    policy,
    settings,
    avatars,
    keys,
    speech,
    tokens,
    trial,
    conversations,
    gatewayLog,
    addressProblem,
    authTokenOf: sessionTokens.tokenOf,
    liveSessions: () => live.sessions.size,
    demoUrl: deps.demoUrl ?? (() => null),
    backgroundMs: deps.backgroundMs,
  });

  let draining = false;
  const ready = async (): Promise<string | null> =>
    draining ? 'the service is stopping' : await databaseReason(sql);

  const files = http.readStaticFiles(webFolder);
  const web = [...http.webRoutes({ files, avatars, baseUrl }), ...http.dashboardPageRoutes({ files })];
  const documented: http.Route[] = [
    ...web.filter((route) => route.document !== null),
    http.generateTokenRoute({ avatars, tokens }),
    http.listAvatarsRoute({ avatars }),
    http.querySessionRoute({ sessions: bus.sessions }),
    http.disconnectSessionRoute({ sessions: bus.sessions }),
    http.authenticateRoute({
      join: live.join,
      limits: bus.limits,
      rule: { burst: settings.JOIN_BURST, rate: settings.JOIN_RATE },
    }),
    http.avatarInfoRoute({ avatars, checkToken }),
    http.modelRoute({ avatars, limits: bus.limits, ownOrigin: baseUrl }),
    http.transcribeRoute({
      avatars,
      sessions: bus.sessions,
      limits: bus.limits,
      transcription: createTranscription({ outbound: listeners }),
      hearingSession: sessionTokens.hearingSession,
      log,
    }),
    http.gatewayCallbackRoute({
      sessions: bus.sessions,
      limits: bus.limits,
      isAuthToken: sessionTokens.isTokenOf,
    }),
    http.jwksRoute(signingKeys),
    ...http.healthRoutes({ ready, registry }),
    ...http.accountRoutes({ accounts }),
    http.signInLinkRoute({ sql, signIn: desk.signIn }),
    ...http.avatarRoutes({ avatars, accounts, baseUrl }),
    ...http.modelRoutes({ avatars, baseUrl }),
    ...http.voiceRoutes({ speech, trial }),
    ...http.keyRoutes({ keys, accounts }),
    http.eventFeedRoute({ sql, clock }),
    ...http.webhookRoutes({ ...hooks, sql, accounts, clock, bus }),
    http.letterRoute({ ...hooks, sql, clock }),
    ...http.deliveryRoutes({ ...hooks, sql, clock }),
    ...http.accountEventRoutes({ extended: hooks.extended, accounts }),
    http.mailRoute({ sql }),
    ...http.sessionRoutes({ sql, accounts, sessions: bus.sessions, conversations }),
  ];
  const routes = [
    ...documented,
    http.preflightRoute('/client/authenticate'),
    http.preflightRoute('/client/transcribe', 'POST', 'authorization, content-type'),
    http.preflightRoute('/client/avatars/:id', 'GET', 'authorization'),
    ...web.filter((route) => route.document === null),
    ...desk.dashboard.routes,
    ...http.referenceRoutes(documented, baseUrl, version),
  ];

  const operatorGuard = http.createOperatorGuard(deps.operatorToken);
  const apiKeyGuard = http.createApiKeyGuard({
    keys,
    limits: bus.limits,
    edgeRule: { burst: settings.EDGE_BURST, rate: settings.EDGE_RATE },
    refused: createRefusalCounter(registry),
  });
  const hostAllowed = http.createHostCheck(baseUrl);
  const server = http.createServer({
    routes,
    guardFor(access) {
      if (access.kind === 'api-key') return apiKeyGuard(access);
      if (access.kind === 'operator') return operatorGuard.operator;
      if (access.kind === 'here-or-operator') return operatorGuard.hereOrOperator;
      if (access.kind === 'dashboard') return desk.dashboard.guard(access.who);
      return null;
    },
    hostAllowed,
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    meter: http.createRequestMeter(registry),
    log,
  });

  live.accept(server.server, hostAllowed);

  return {
    server,
    routes,
    accounts,
    avatars,
    keys,
    live,
    hooks,
    speech,
    desk,
    drain() {
      draining = true;
    },
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await talking[Symbol.asyncDispose]();
      await hooks[Symbol.asyncDispose]();
      await speech[Symbol.asyncDispose]();
      await voices[Symbol.asyncDispose]();
      await listeners[Symbol.asyncDispose]();
      // Requests under way may finish; one that hangs must not keep the service from stopping.
      const force = setTimeout(() => server.server.closeAllConnections(), closeLimitMs);
      await server.close();
      clearTimeout(force);
      await keys[Symbol.asyncDispose]();
      avatars[Symbol.dispose]();
      registry.clear();
    },
  };
}

async function databaseReason(sql: Sql): Promise<string | null> {
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('the database does not answer'), 1_000).unref();
  });
  const asked = sql`select 1`.then(
    () => null,
    () => 'the database cannot be reached',
  );
  return await Promise.race([asked, late]);
}
