import { setPriority } from 'node:os';
import { Pool } from 'undici';
import { readInput, reportReady } from '../../../server/src/testing/load/child.ts';

/** Members who watch sessions, each with a stream of the management API. */
export type WatchersInput = { readonly url: string; readonly token: string; readonly accountId: string };

const { url, token, accountId } = readInput<WatchersInput>();
// Members have machines of their own. Here they must not take the service's processors.
setPriority(19);
const pool = new Pool(url, { connections: 1_000, pipelining: 1 });
let closing = new AbortController();
let received = 0;

async function watch(sessionId: string): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: `/v1/accounts/${accountId}/sessions/${sessionId}/watch`,
    headers: { authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  if (statusCode !== 200) throw new Error(`a watcher was not let in: ${statusCode} ${await body.text()}`);
  body.on('error', () => {});
  const first = Promise.withResolvers<void>();
  body.on('data', (chunk: Buffer) => {
    received += chunk.length;
    first.resolve();
  });
  await first.promise;
}

await reportReady(null, {
  /** Settles when every stream has begun. */
  watch: (sessionIds: readonly string[]) => Promise.all(sessionIds.map(watch)).then(() => null),
  /** Closes all streams. Gives the number of bytes that came. */
  close() {
    closing.abort();
    closing = new AbortController();
    const bytes = received;
    received = 0;
    return bytes;
  },
});
process.exit(0);
