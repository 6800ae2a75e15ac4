import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type DataFolder, openDataFolder, secretFile } from '../data-folder/index.ts';
import { checkDatabase, connect, migrate, startEmbedded } from '../db/index.ts';
import { startDemoEndpoint } from '../demo-endpoint/index.ts';
import { installTurnModelInBackground } from '../hearing/index.ts';
import { acquireProcessLock, checkSecretKey, lastDemoUrl, readSecretKeys } from '../installation/index.ts';
import { createSealedBox, type Log } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';
import { installInBackground, installPicoInBackground } from '../speech/index.ts';
import { freePort } from './listen.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** For one worker: its pool, the delivery engine and its heartbeats. */
const connectionsPerWorker = 20;

/** What the processes of this machine need. The parent of the workers opens it once and sends it to them. */
export type Resources = {
  readonly port: number;
  readonly databaseUrl: string;
  /** Null if everything comes from the settings. */
  readonly dataFolder: string | null;
  /** Base64. */
  readonly secretKeys: readonly string[];
  readonly operatorToken: string;
  readonly demoUrl: string | null;
};

export type OpenResources = AsyncDisposable &
  Resources & {
    /** Settles when this process must stop: it lost its database, and another process has taken it since. */
    readonly replaced: Promise<void>;
    setState: DataFolder['setState'];
  };

/** Opens the data folder and the database. Stops what was started in reverse order, also if a later step fails. */
export async function openResources(
  settings: Settings,
  log: Log,
  onProgress: (text: string) => void,
): Promise<OpenResources> {
  await using started = new AsyncDisposableStack();
  const isAlone = settings.REDIS_URL === undefined && settings.WORKERS === 1;
  // Processes that Redis links get everything from their settings. They may run on a read-only disk.
  const folder =
    settings.REDIS_URL === undefined ? started.use(await openDataFolder(settings.DATA_DIR)) : null;
  installPackages(settings, log, onProgress, started);
  const port = await freePort(settings.HOST, settings.PORT);
  const databaseUrl = settings.DATABASE_URL ?? (await embeddedUrl(settings, folder, started, onProgress));
  const sql = connect({ url: databaseUrl, max: 1, isPatient: true });
  await using _opening = { [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }) };
  await checkDatabase(sql);
  const { replaced } = started.use(await acquireProcessLock(databaseUrl, isAlone ? 'alone' : 'shared'));
  const applied = await migrate(sql, migrationsFolder);
  if (applied.length > 0) log.info({ applied }, 'migrated the database');

  const keys = settings.SECRET_KEY ?? (await readSecretKeys(needed(folder).path));
  await checkSecretKey(sql, createSealedBox(keys));
  const operatorToken =
    settings.OPERATOR_TOKEN ??
    (await secretFile(
      needed(folder).path,
      'operator.token',
      () => `parley_operator_${randomBytes(32).toString('base64url')}`,
    ));
  const hasDemo = settings.loopbackOnly && settings.REDIS_URL === undefined;
  const demo = hasDemo ? started.use(await startDemoEndpoint({ lastUrl: await lastDemoUrl(sql) })) : null;

  const running = started.move();
  return {
    port,
    databaseUrl,
    dataFolder: folder?.path ?? null,
    secretKeys: keys.map((key) => key.toString('base64')),
    operatorToken,
    demoUrl: demo?.url ?? null,
    replaced,
    setState: async (state, details) => await folder?.setState(state, details),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The parent does this for all its workers. */
function installPackages(
  { VOICE_INSTALL, OUTBOUND_PROXY, voiceFolder }: Settings,
  log: Log,
  onProgress: (text: string) => void,
  started: AsyncDisposableStack,
): void {
  if (VOICE_INSTALL === 'off' || voiceFolder === null) return;
  const options = { folder: voiceFolder, env: process.env, proxy: OUTBOUND_PROXY, log, onProgress };
  started.use(installInBackground(options));
  started.use(installTurnModelInBackground(options));
  // Without a message: most installations speak one language, and it is not one of these.
  started.use(installPicoInBackground({ ...options, onProgress: () => {} }));
}

async function embeddedUrl(
  settings: Settings,
  folder: DataFolder | null,
  started: AsyncDisposableStack,
  onProgress: (text: string) => void,
): Promise<string> {
  const maxConnections = settings.WORKERS === 1 ? undefined : 20 + settings.WORKERS * connectionsPerWorker;
  const embedded = await startEmbedded({ folder: needed(folder).path, onProgress, maxConnections });
  return started.use(embedded).url;
}

/** The settings were checked: without a data folder, they have everything that it would hold. */
function needed(folder: DataFolder | null): DataFolder {
  if (folder === null) throw new Error('a setting is missing that the data folder would replace');
  return folder;
}
