import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type App, createApp } from './app.ts';
import { type Bus, createMemoryBus } from './bus/index.ts';
import { openDataFolder, secretFile } from './data-folder/index.ts';
import { checkDatabase, connect, migrate, type Sql, startEmbedded } from './db/index.ts';
import { startDemoEndpoint } from './demo-endpoint/index.ts';
import {
  acquireProcessLock,
  checkSecretKey,
  connectDemoAvatar,
  ensureFirstAccount,
  ensureFirstOperator,
  type FirstAccount,
  lastDemoUrl,
  openSealedBox,
  resealMark,
} from './installation/index.ts';
import { type Log, systemClock } from './kernel/index.ts';
import { freePort, listen } from './listen.ts';
import { baseUrlOf, type Settings } from './settings/index.ts';
import { startTracing } from './tracing/index.ts';

export type Running = AsyncDisposable &
  Pick<RunningProcess, 'baseUrl' | 'first' | 'signInUrl'> & {
    readonly dataFolder: string | null;
    /** Processes that share the port. */
    readonly workers: number;
    /** Settles where this process must not go on: its database was away, and another process has taken it since. */
    readonly replaced: Promise<void>;
  };

export type BootedProcess = Running & { readonly bus: Bus };

/** Brings everything up in order, in this process. What was started is stopped in reverse, also where a later step fails. */
export async function boot(
  settings: Settings,
  log: Log,
  onProgress: (text: string) => void,
): Promise<BootedProcess> {
  await using started = new AsyncDisposableStack();
  const folder = started.use(await openDataFolder(settings.DATA_DIR));
  const port = await freePort(settings.HOST, settings.PORT);
  const { sql, url: databaseUrl } = await openDatabase(settings, folder.path, started, onProgress);
  const { replaced } = started.use(await acquireProcessLock(databaseUrl));
  const applied = await migrate(sql, migrationsFolder);
  if (applied.length > 0) log.info({ applied }, 'migrated the database');

  const tracer = started.use(await startTracing(settings, log));
  const box = await openSealedBox(settings.SECRET_KEY, folder.path);
  await checkSecretKey(sql, box);
  const bus = started.use(createMemoryBus(systemClock));
  const operatorToken = await secretFile(
    folder.path,
    'operator.token',
    () => `parley_operator_${randomBytes(32).toString('base64url')}`,
  );
  const baseUrl = baseUrlOf(settings, port);
  let demoUrl: string | null = null;
  const app = started.use(
    await createApp({
      settings,
      baseUrl,
      ownPorts: ownPorts(settings, port),
      sql,
      databaseUrl,
      bus,
      box,
      clock: systemClock,
      log,
      operatorToken,
      tracer,
      demoUrl: () => demoUrl,
    }),
  );
  await resealMark(sql, box);
  const first = await ensureFirstAccount({ ...app, ownerEmail: settings.OWNER_EMAIL });
  await ensureFirstOperator(sql, first.accountId);
  if (settings.loopbackOnly) {
    const demo = started.use(await startDemoEndpoint(await lastDemoUrl(sql)));
    demoUrl = demo.url;
    await connectDemoAvatar({ sql, avatars: app.avatars, avatarId: first.avatarId, url: demo.url });
  }
  const signInUrl = await firstSignInUrl(app.managementServices.signIn, first.ownerEmail, log);
  const localUrl = await listen(app.server, settings.HOST, port);
  await folder.setState('ready', { url: localUrl });
  // Behind everything else: the first sentence should not wait for the voice to be loaded.
  app.speech.warm().catch((error: unknown) => log.warn({ err: error }, 'the voice could not be warmed'));
  app.oauth.warm().catch((error: unknown) => log.warn({ err: error }, 'OAuth could not be loaded'));
  started.defer(async () => {
    one.drain();
    await base.setState('stopping');
  });
  const running = started.move();
  return {
    baseUrl: one.baseUrl,
    first: one.first,
    signInUrl: one.signInUrl,
    dataFolder: base.dataFolder,
    workers: 1,
    bus: one.bus,
    replaced: base.replaced,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
