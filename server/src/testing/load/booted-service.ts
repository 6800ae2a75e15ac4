import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../db/index.ts';
import { createLog, type LogLevel } from '../../kernel/index.ts';
import { type BootedProcess, boot } from '../../run/boot.ts';
import { parseSettings } from '../../settings/index.ts';

export type ServiceAddress = {
  readonly url: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly operatorToken: string;
  readonly accountId: string;
  readonly avatarId: number;
};

export type BootedService = AsyncDisposable & {
  readonly running: BootedProcess;
  readonly address: ServiceAddress;
};

/**
 * The service as `npm start` runs it, in the calling process and in a temporary folder. Its database is started first
 * so that baselines can share it, unless the environment names one.
 */
export async function bootService(
  environment: Readonly<Record<string, string>> = {},
  logLevel: LogLevel = 'warn',
): Promise<BootedService> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const databaseUrl = environment.DATABASE_URL ?? started.use(await startEmbedded({ folder })).url;
  const settings = parseSettings(
    {
      HOST: '127.0.0.1',
      PORT: '0',
      VOICE_INSTALL: 'off',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: randomBytes(32).toString('base64'),
      ...environment,
    },
    folder,
  );
  const running = started.use(await boot(settings, createLog(logLevel), () => {}));
  const port = Number(environment.PORT ?? new URL(running.baseUrl).port);
  const address = {
    url: `http://127.0.0.1:${port}`,
    port,
    databaseUrl,
    operatorToken:
      environment.OPERATOR_TOKEN ?? (await readFile(join(folder, 'operator.token'), 'utf8')).trim(),
    accountId: running.first.accountId,
    avatarId: Number(running.first.avatarId),
  };
  const kept = started.move();
  return { running, address, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
