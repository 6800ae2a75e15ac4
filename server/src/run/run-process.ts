import { type App, createApp } from '../app/app.ts';
import { type Cluster, joinCluster } from '../app/cluster.ts';
import { reseal, startResealing } from '../app/reseal.ts';
import { type Bus, createMemoryBus, type Link, openRedisLink } from '../bus/index.ts';
import { connect, type Sql, withLock } from '../db/index.ts';
import {
  connectDemoAvatar,
  ensureFirstAccount,
  ensureFirstOperator,
  type FirstAccount,
  installationId,
} from '../installation/index.ts';
import { createSealedBox, type Log, newProcessId, settleWithin, systemClock } from '../kernel/index.ts';
import { baseUrlOf, type Settings } from '../settings/index.ts';
import { startTracing } from '../tracing/index.ts';
import { startIdleMemory } from './idle-memory.ts';
import { listen } from './listen.ts';
import { problemLines } from './problem-lines.ts';
import type { Resources } from './resources.ts';

const connectionsAlone = 20;
const connectionsOfWorker = 12;
/** Less than a process may take to stop, so that its connections and the database can still be closed. */
const appStopMs = 6_000;
/** In addition to the time that conversations have to pause. */
const drainStopMs = 1_000;
/** While SECRET_KEY has several keys. */
const resealEveryMs = 60_000;
/** A process without sessions is idle if it has answered no request and sent no delivery for this long. */
const quietAfterMs = 3_000;
const redisLimits = { commandTimeoutMs: 1_000, startLimitMs: 10_000 };

export type RunningProcess = AsyncDisposable & {
  readonly baseUrl: string;
  readonly localUrl: string;
  readonly first: FirstAccount;
  /** A one-time link that signs in the first owner; null after the first sign-in. */
  readonly signInUrl: string | null;
  readonly bus: Bus;
  /** Why this process must be replaced; null if it is alive. */
  problem(): Promise<string | null>;
  /** From now on /readyz says that the service is stopping. Settles when sessions have gone to other processes. */
  drain(): Promise<void>;
};

export type ProcessDeps = {
  readonly settings: Settings;
  readonly resources: Resources;
  readonly log: Log;
  /** For a worker: its link to the parent process. */
  readonly parentLink: Link | null;
};

/** Starts one process of the service on open resources, and listens. */
export async function runProcess(deps: ProcessDeps): Promise<RunningProcess> {
  const { settings, resources } = deps;
  await using started = new AsyncDisposableStack();
  const max = settings.WORKERS === 1 ? connectionsAlone : connectionsOfWorker;
  const sql = connect({ url: resources.databaseUrl, max });
  started.defer(() => sql.end({ timeout: 1 }));
  const processId = newProcessId();
  const isAlone = settings.REDIS_URL === undefined && deps.parentLink === null;
  const log = isAlone ? deps.log : deps.log.child({ process: processId });
  const link = await openLink(deps, sql, log, started);
  const cluster =
    link === null
      ? null
      : started.use(
          await joinCluster({
            link,
            processId,
            sql,
            databaseUrl: resources.databaseUrl,
            clock: systemClock,
            log,
            roles: settings.ROLES,
            // Only a process that serves clients adopts the sessions of dead processes.
            ...(settings.ROLES.includes('live') ? {} : { reapMs: null }),
          }),
        );
  const bus = cluster?.bus ?? started.use(createMemoryBus(systemClock));
  const tracer = started.use(await startTracing(settings, log));
  const baseUrl = baseUrlOf(settings, resources.port);
  const box = createSealedBox(resources.secretKeys.map((key) => Buffer.from(key, 'base64')));
  const app = started.adopt(
    await createApp({
      settings,
      baseUrl,
      dataFolder: resources.dataFolder,
      voiceFolder: settings.voiceFolder,
      servicePorts: servicePorts(settings, resources.port),
      sql,
      databaseUrl: resources.databaseUrl,
      bus,
      box,
      clock: systemClock,
      log,
      processes: cluster?.processes ?? null,
      roles: settings.ROLES,
      operatorToken: resources.operatorToken,
      tracer,
      demoUrl: () => resources.demoUrl,
      ...(process.stdout.isTTY ? { showProblem: problemLines((text) => process.stdout.write(text)) } : {}),
    }),
    (stopping) => settleWithin(Promise.resolve(stopping[Symbol.asyncDispose]()), appStopMs),
  );
  if (cluster !== null) started.use(cluster.attach(app.live));
  const prepare = async () => {
    await reseal(sql, box, log);
    const account = await ensureFirstAccount({ ...app, ownerEmail: settings.OWNER_EMAIL });
    await ensureFirstOperator(sql, account.accountId);
    if (resources.demoUrl !== null)
      await connectDemoAvatar({
        sql,
        avatars: app.avatars,
        avatarId: account.avatarId,
        url: resources.demoUrl,
      });
    return account;
  };
  // Without the lock, two processes that start at the same time would both create a first account.
  const first = cluster === null ? await prepare() : await withLock(sql, 'installation', prepare);
  const isRotating = resources.secretKeys.length > 1;
  started.use(startResealing({ sql, box, log, everyMs: isRotating ? resealEveryMs : null }));
  const signInUrl = await firstSignInUrl(app.managementServices.signIn, first.ownerEmail, log);
  const localUrl = await listen(app.server, settings.HOST, resources.port, {
    isShared: settings.WORKERS > 1,
  });
  if (!isAlone) log.info({ roles: settings.ROLES }, 'this process has joined the service');
  app.oauth.warm().catch((error: unknown) => log.warn({ err: error }, 'could not load OAuth'));
  let lastRequestMs = 0;
  app.server.server.on('request', () => {
    lastRequestMs = performance.now();
  });
  const isQuiet = () =>
    app.live.sessions.size === 0 &&
    app.webhookServices.engine.quietForMs > quietAfterMs &&
    performance.now() - lastRequestMs > quietAfterMs;
  started.use(startIdleMemory({ isIdle: isQuiet, log }));

  const running = started.move();
  return {
    baseUrl,
    localUrl,
    first,
    signInUrl,
    bus,
    problem: app.liveness.problem,
    drain: () => settleWithin(drain(app, cluster), settings.DRAIN_SECONDS * 1000 + drainStopMs),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function drain(app: App, cluster: Cluster | null): Promise<void> {
  cluster?.drain();
  await app.drain();
}

/** Redis, if it is set; else the link to this worker's parent; else null. */
async function openLink(
  { settings, parentLink }: ProcessDeps,
  sql: Sql,
  log: Log,
  started: AsyncDisposableStack,
): Promise<Link | null> {
  if (settings.REDIS_URL === undefined) return parentLink;
  const namespace = `parley:${await installationId(sql)}`;
  return started.use(await openRedisLink({ url: settings.REDIS_URL, namespace, log, ...redisLimits }));
}

/** Each start prints a sign-in link until the first person has signed in. */
async function firstSignInUrl(
  signIn: App['managementServices']['signIn'],
  email: string,
  log: Log,
): Promise<string | null> {
  if (!(await signIn.nobodyHasSignedIn())) return null;
  try {
    return (await signIn.flow.makeSignInLink(email)).url;
  } catch (error) {
    // The first owner may have been deleted. The service starts nevertheless.
    log.warn({ err: error }, 'could not create a sign-in link for the first owner');
    return null;
  }
}

/** The ports that no address set by an account may use, whatever else is allowed. */
function servicePorts({ DATABASE_URL, REDIS_URL }: Settings, port: number) {
  const stores = [
    ...(DATABASE_URL === undefined ? [] : [{ url: DATABASE_URL, usualPort: 5432 }]),
    ...(REDIS_URL === undefined ? [] : REDIS_URL.split(',')).map((url) => ({ url, usualPort: 6379 })),
  ];
  const portsOfStores = stores.map(({ url, usualPort }) => {
    const { hostname, port: given } = new URL(url);
    return { host: hostname, port: given === '' ? usualPort : Number(given) };
  });
  return [{ port }, ...portsOfStores];
}
