import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionState } from '@parley/protocol';
import { boot } from '../../../server/src/boot.ts';
import { startEmbedded } from '../../../server/src/db/index.ts';
import { createLog } from '../../../server/src/kernel/index.ts';
import { parseSettings } from '../../../server/src/settings/index.ts';
import { reportReady } from '../load/child.ts';

/**
 * The service as `npm start` runs it, in a process of its own. Only what cannot be had from outside is added, which
 * is why this one file imports from the server: the database is started first, so that the baseline can share it,
 * and one session is live, so that there is something to query.
 */
export type ServiceReady = {
  readonly port: number;
  readonly databaseUrl: string;
  readonly operatorToken: string;
  readonly accountId: string;
  readonly avatarId: number;
  readonly sessionId: string;
  readonly state: SessionState;
};

await using started = new AsyncDisposableStack();

const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
started.defer(() => rm(folder, { recursive: true, force: true }));
const database = started.use(await startEmbedded({ folder }));
const settings = parseSettings(
  {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    // The per-address limit stays in the path; it only must not end the bench.
    EDGE_RATE: '1000000',
    EDGE_BURST: '1000000',
  },
  folder,
);
const running = started.use(await boot(settings, createLog('warn'), () => {}));

const { accountId, avatarId } = running.first;
const sessionId = 'ses_benchbenchbenchbenchbench';
const state: SessionState = {
  avatarStatus: 'TALKING',
  avatarId: Number(avatarId),
  userId: 9_000_000_001,
  lastActivityAt: 1_750_000_000_000,
};
const presence = {
  sessionId,
  accountId,
  state: () => state,
  disconnect: async () => false,
  callback: async () => 'ended' as const,
  clearContext: async () => {},
};
started.use(running.bus.sessions.add(presence));

await reportReady({
  port: Number(new URL(running.baseUrl).port),
  databaseUrl: database.url,
  operatorToken: (await readFile(join(folder, 'operator.token'), 'utf8')).trim(),
  accountId,
  avatarId: Number(avatarId),
  sessionId,
  state,
} satisfies ServiceReady);
