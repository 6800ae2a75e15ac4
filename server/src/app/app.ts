import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type Accounts, createAccounts, createMembers } from '../accounts/index.ts';
import {
  type Avatars,
  avatarIn,
  createAvatars,
  createVoicePreview,
  effectiveVoice,
  voicesByLanguage,
} from '../avatars/index.ts';
import type { Sql } from '../db/index.ts';
import { createTranscription, customRecogniserName, findTurnModel, HearingEngine } from '../hearing/index.ts';
import * as http from '../http/index.ts';
import { version } from '../kernel/index.ts';
import { createKeys, type Keys } from '../keys/index.ts';
import { isLiveUpgrade, type Live } from '../live/index.ts';
import { createAddressPolicy, createOutbound } from '../outbound/index.ts';
import type { SecondBrains } from '../second-brain/index.ts';
import { type Replays, startReplays } from '../session-replays/index.ts';
import { roles as allRoles } from '../settings/index.ts';
import { createSpeech, createWordList, type Speech } from '../speech/index.ts';
import {
  createAvatarTokens,
  createPartnerTokens,
  createSigningKeys,
  createTokenChecker,
} from '../tokens/index.ts';
import { connectionLimits } from './connection-limits.ts';
import { startConversations } from './conversations.ts';
import type { AppDeps } from './deps.ts';
import { createLiveness, type Liveness } from './liveness.ts';
import { type ManagementServices, startManagement } from './management.ts';
import {
  countKeyCache,
  countSessions,
  countSpareVoices,
  createConnectionMeter,
  createRefusalCounter,
  createTurnMeter,
} from './metrics.ts';
import { type PartnerServices, startPartners } from './partners.ts';
import { createReadiness } from './readiness.ts';
import { startWebhooks, type WebhookServices } from './webhooks.ts';

export type App = AsyncDisposable &
  Pick<PartnerServices, 'partners' | 'grants' | 'oauth'> & {
    readonly server: FastifyInstance;
    readonly routes: readonly http.Route[];
    readonly sql: Sql;
    readonly accounts: Accounts;
    readonly avatars: Avatars;
    readonly keys: Keys;
    readonly live: Live;
    readonly webhookServices: WebhookServices;
    readonly secondBrains: SecondBrains;
    readonly speech: Speech;
    readonly replays: Replays;
    readonly managementServices: ManagementServices;
    readonly liveness: Liveness;
    /** From now on /readyz says that the service is stopping. Settles when sessions have gone to other processes. */
    drain(): Promise<void>;
  };

const builtPages = fileURLToPath(new URL('../../../build/web', import.meta.url));

/** The composition root: the only place that knows every module. It stops what it started in reverse order. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { settings, baseUrl, sql, bus, box, clock, log, roles = allRoles, tracer = null } = deps;
  const delivers = roles.includes('delivery');
  await using started = new AsyncDisposableStack();
  const registry = started.adopt(new Registry(), (metrics) => metrics.clear());
  if (deps.processes) registry.setDefaultLabels({ process: deps.processes.id });
  collectDefaultMetrics({ register: registry, prefix: 'parley_' });

  const policy = createAddressPolicy({
    allowLoopback: settings.loopbackOnly,
    allowedNetworks: settings.ALLOWED_PRIVATE_NETWORKS,
    forbiddenPorts: deps.servicePorts,
    proxy: settings.OUTBOUND_PROXY,
  });
  const addressProblem = (url: string): string | null => {
    const check = policy.checkUrl(url);
    return check.ok ? null : check.message;
  };
  const voiceProviders = started.use(createOutbound({ policy, connectionsPerOrigin: 64 }));
  const recognisers = started.use(createOutbound({ policy }));
  const speech = started.use(
    await createSpeech({
      outbound: voiceProviders,
      log,
      clock,
      espeakProgram: deps.espeakProgram,
      voiceFolder: deps.voiceFolder,
      isNeeded: () => hasSessions(),
      onSpare: countSpareVoices(registry),
    }),
  );
  const hearing = started.use(new HearingEngine(deps.voiceFolder ?? null));
  let hasSessions = () => false;
  const accounts = createAccounts(sql);
  const avatars = started.use(
    createAvatars({
      sql,
      topics: bus.topics,
      clock,
      box,
      addressProblem,
      voiceProblem: speech.problemWith,
      hearingProblem: (recogniser) => hearing.problemWith(recogniser),
      maxModelBytes: settings.MODEL_MAX_MB * 1024 * 1024,
    }),
  );
  const keys = started.use(createKeys({ sql, topics: bus.topics, clock, avatars, log }));
  countKeyCache(registry, keys.cacheCounts);
  const signingKeys = started.use(await createSigningKeys({ sql, box, clock, log, topics: bus.topics }));
  const tokens = createAvatarTokens({ keys: signingKeys, issuer: baseUrl, clock });
  const checkToken = createTokenChecker({ keys: signingKeys, issuer: baseUrl, clock });

  let server: FastifyInstance | null = null;
  // The server closes after the live sessions: their open sockets would keep it from closing.
  started.defer(async () => {
    await server?.close();
  });
  const { showProblem, isBusy } = deps;
  const shared = {
    ...{ sql, bus, box, clock, log, tracer, baseUrl, policy, accounts, avatars },
    ...(showProblem === undefined ? {} : { showProblem }),
    ...(isBusy === undefined ? {} : { isBusy }),
  };
  const webhookServices = started.use(
    await startWebhooks({
      ...shared,
      databaseUrl: deps.databaseUrl,
      delivers,
      registry,
      partnerTokens: createPartnerTokens({ keys: signingKeys, issuer: baseUrl, clock }),
      operatorEmails: settings.OPERATOR_EMAILS ?? [],
      ...(deps.deliveryPollMs === undefined ? {} : { pollMs: deps.deliveryPollMs }),
    }),
  );
  const conversationServices = started.use(
    await startConversations({
      ...shared,
      checkToken,
      turnMeter: createTurnMeter(registry, clock),
      processes: deps.processes ?? null,
      outbox: webhookServices.outbox,
      extended: webhookServices.extended,
      voiceFor: ({ avatar, voiceKey, accountPronunciations }) =>
        speech.reliableVoice(avatar.accountId, effectiveVoice(avatar), voiceKey, {
          chosen: voicesByLanguage(avatar),
          wordList: createWordList(avatar.pronunciations, accountPronunciations),
        }),
      openTurn(avatar, language) {
        const name = customRecogniserName(avatarIn(avatar, language).hearing.recogniser);
        return name === null ? null : hearing.openTurn(avatar.accountId, name);
      },
    }),
  );
  const { live, sessionTokens } = conversationServices;
  const liveSessions = () => live.sessions.size;
  countSessions(registry, liveSessions);
  hasSessions = () => liveSessions() > 0;
  const voicePreview = createVoicePreview({ avatars, speech, limits: bus.limits });
  const partnerServices = started.use(
    await startPartners({ ...shared, ...webhookServices, backgroundMs: delivers ? deps.backgroundMs : null }),
  );
  const replayClient = started.use(createOutbound({ policy }));
  const replays = started.use(
    await startReplays({
      ...shared,
      ...conversationServices,
      outbound: replayClient,
      callbackUrl: `${baseUrl}/gateway/callback`,
      authTokenOf: sessionTokens.tokenOf,
      addressProblem,
      isAlone: bus.link.kind === 'none',
      ...(delivers && deps.backgroundMs !== null ? {} : { everyMs: null }),
    }),
  );
  const managementServices = started.use(
    await startManagement({
      ...shared,
      ...webhookServices,
      ...conversationServices,
      ...partnerServices,
      settings,
      keys,
      speech,
      hearing,
      tokens,
      trial: voicePreview,
      replays,
      addressProblem,
      authTokenOf: sessionTokens.tokenOf,
      rotations: { 'signing-keys': signingKeys.rotate, 'session-tokens': sessionTokens.rotate },
      liveSessions,
      processId: () => deps.processes?.id ?? null,
      delivers,
      demoUrl: deps.demoUrl ?? (() => null),
      backgroundMs: deps.backgroundMs,
      passwords: deps.passwords,
    }),
  );

  let draining = false;
  const findReadiness = createReadiness({ sql, link: bus.link, clock, dataFolder: deps.dataFolder ?? null });
  const liveness = createLiveness({ sql, databaseUrl: deps.databaseUrl });
  const { management, managementKeys, signIn } = managementServices;
  const routes = http.routesOfRoles(
    roles,
    http.createRoutes({
      ...shared,
      ...webhookServices,
      ...conversationServices,
      ...partnerServices,
      signIn,
      settings,
      version,
      webFolder: deps.webFolder ?? builtPages,
      registry,
      tokens,
      checkToken,
      signingKeys,
      join: live.join,
      replays,
      transcription: createTranscription({ outbound: recognisers }),
      hearing,
      turnModel: findTurnModel(deps.voiceFolder ?? null),
      runCall: management.run,
      ready: () => findReadiness({ draining }),
      hung: liveness.problem,
    }),
  );
  const isOperatorToken = http.createOperatorTokenCheck(deps.operatorToken, bus.limits);
  const hostAllowed = http.createHostCheck(baseUrl, settings.ALLOWED_HOSTS);
  server = http.createServer({
    routes,
    guardFor: http.createGuards({
      settings,
      keys,
      accessTokens: partnerServices.accessTokens,
      limits: bus.limits,
      isOperatorToken,
      management: http.createManagementGuard({
        signIn,
        managementKeys,
        members: createMembers(sql),
        accounts,
        limits: bus.limits,
        baseUrl,
        isOperatorToken,
      }),
      refused: createRefusalCounter(registry),
    }),
    hostAllowed,
    takesUpgrade: (request) =>
      roles.includes('live') && hostAllowed(request.headers.host) && isLiveUpgrade(request),
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    connectionLimits: connectionLimits(settings),
    ...(deps.timeouts === undefined ? {} : { timeouts: deps.timeouts }),
    meter: http.createRequestMeter(registry),
    connectionMeter: createConnectionMeter(registry),
    tracer,
    isDraining: () => draining,
    log,
  });
  live.accept(server.server);

  const running = started.move();
  return {
    server,
    routes,
    sql,
    accounts,
    avatars,
    keys,
    live,
    webhookServices,
    secondBrains: conversationServices.secondBrains,
    partners: partnerServices.partners,
    grants: partnerServices.grants,
    oauth: partnerServices.oauth,
    speech,
    replays,
    managementServices,
    liveness,
    drain() {
      draining = true;
      return live.drain(settings.DRAIN_SECONDS * 1000);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
