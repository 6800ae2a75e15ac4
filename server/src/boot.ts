import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type App, createApp } from './app.ts';
import { type Bus, createMemoryBus } from './bus/index.ts';
import { openDataFolder, secretFile } from './data-folder/index.ts';
import { checkDatabase, connect, migrate, type Sql, startEmbedded } from './db/index.ts';
import { startDemoEndpoint } from './demo-endpoint/index.ts';
import { startIdleMemory } from './idle-memory.ts';
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

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));
const connections = 20;

export type Running = AsyncDisposable & {
  readonly baseUrl: string;
  readonly dataFolder: string;
  readonly first: FirstAccount;
  /** Signs the first owner in once; null after somebody has come. */
  readonly signInUrl: string | null;
  readonly bus: Bus;
  /** Settles where this process must not go on: its database was away, and another process has taken it since. */
  readonly replaced: Promise<void>;
};

/** Brings everything up in order. What was started is stopped in reverse, also where a later step fails. */
export async function boot(
  settings: Settings,
  log: Log,
  onProgress: (text: string) => void,
): Promise<Running> {
  await using started = new AsyncDisposableStack();
  const folder = started.use(await openDataFolder(settings.DATA_DIR));
  const port = await freePort(settings.HOST, settings.PORT);
  const { sql, url: databaseUrl } = await openDatabase(settings, folder.path, started, onProgress);
  const { replaced } = started.use(await acquireProcessLock(databaseUrl));
  const applied = await migrate(sql, migrationsFolder);
  if (applied.length > 0) log.info({ applied }, 'migrated the database');

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
  app.oauth.warm().catch((error: unknown) => log.warn({ err: error }, 'OAuth could not be loaded'));
  started.use(startIdleMemory({ isIdle: () => app.live.sessions.size === 0, log }));
  started.defer(async () => {
    await folder.setState('stopping');
    await app.drain();
  });

  const running = started.move();
  return {
    baseUrl,
    dataFolder: folder.path,
    first,
    signInUrl,
    bus,
    replaced,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Until somebody has come, each start prints a link: nobody could get in otherwise. */
async function firstSignInUrl(
  signIn: App['managementServices']['signIn'],
  email: string,
  log: Log,
): Promise<string | null> {
  if (!(await signIn.nobodyHasSignedIn())) return null;
  try {
    return (await signIn.flow.makeSignInLink(email)).url;
  } catch (error) {
    // Somebody has deleted the first owner; that is no reason not to start.
    log.warn({ err: error }, 'there is nobody to make a sign-in link for');
    return null;
  }
}

/** Never reachable for an address that an account sets, whatever else is allowed. */
function ownPorts(settings: Settings, port: number) {
  if (settings.DATABASE_URL === undefined) return [{ port }];
  const { hostname, port: databasePort } = new URL(settings.DATABASE_URL);
  return [{ port }, { host: hostname, port: Number(databasePort === '' ? 5432 : databasePort) }];
}

async function openDatabase(
  settings: Settings,
  folder: string,
  started: AsyncDisposableStack,
  onProgress: (text: string) => void,
): Promise<{ sql: Sql; url: string }> {
  const url = settings.DATABASE_URL ?? started.use(await startEmbedded({ folder, onProgress })).url;
  const sql = connect({ url, max: connections });
  started.defer(() => sql.end({ timeout: 1 }));
  await checkDatabase(sql);
  return { sql, url };
}
