import { strict as assert } from 'node:assert';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, waitFor } from '../../../processes/index.ts';
import { seededDataFolder } from '../../data-folder.ts';
import { pollOptions } from '../../deadlines.ts';
import { type OperatorClient, operatorClient } from '../../running/index.ts';
import { type RunningService, startService } from '../../service.ts';

type AvatarPage = { readonly items: readonly Listed[]; readonly next: string | null };
type Listed = { id: string; name: string };
type Crash = (service: RunningService, operator: OperatorClient, writes: Writes) => Promise<void>;

/** The writes that the service has acknowledged. They must survive any crash. */
type Writes = {
  readonly account: string;
  readonly key: string;
  readonly avatars: Map<string, string>;
  write(operator: OperatorClient): Promise<void>;
};

const crashes: readonly (readonly [string, Crash])[] = [
  ['the service alone', async (service) => void (await service.kill('SIGKILL'))],
  [
    'the service and its database',
    async (service) => {
      await Promise.all([killDatabase(service.dataDir), service.kill('SIGKILL')]);
    },
  ],
  ['the service in the middle of writes', (...all) => duringWrites(...all, () => all[0].kill('SIGKILL'))],
  [
    'the database, then the service, in the middle of writes',
    (...all) =>
      duringWrites(...all, async () => {
        await killDatabase(all[0].dataDir);
        await all[0].kill('SIGKILL');
      }),
  ],
];

/** Start, write, kill -9, start, read: the given number of times, on one data folder without any clean-up. */
export async function crashCycle(cycles: number, say: (line: string) => void): Promise<void> {
  await using folder = await seededDataFolder('crash');
  const start = () => startService({ dataDir: folder.path });
  let service = await start();
  try {
    const writes = await firstWrites(operatorClient(service));
    for (let cycle = 0; cycle < cycles; cycle++) {
      const [name, crash] = crashes[cycle % crashes.length] ?? assert.fail();
      const operator = operatorClient(service);
      await writes.write(operator);
      await crash(service, operator, writes);
      service = await start();
      await readBack(service, writes);
      say(`cycle ${cycle + 1}: killed ${name}; all ${writes.avatars.size} avatars are there`);
    }
    assert.equal((await service.stop()).code, 0);
  } finally {
    await service[Symbol.asyncDispose]();
  }
}

async function firstWrites(operator: OperatorClient): Promise<Writes> {
  const account = await operator.account('Crash');
  const key = await operator.key(account, ['read_avatars']);
  const avatars = new Map<string, string>();
  let count = 0;
  return {
    account,
    key,
    avatars,
    async write(by) {
      count += 1;
      const name = `Avatar ${count}`;
      avatars.set(await by.avatar(account, { name }), name);
    },
  };
}

/** Eight writers at once. The crash comes when some writes are acknowledged and others are in progress. */
async function duringWrites(
  _service: RunningService,
  operator: OperatorClient,
  writes: Writes,
  crash: () => Promise<unknown>,
): Promise<void> {
  const before = writes.avatars.size;
  let crashed = false;
  const writer = async () => {
    while (!crashed) await writes.write(operator).catch(() => {});
  };
  const writers = Promise.all(Array.from({ length: 8 }, writer));
  await waitFor(() => (writes.avatars.size >= before + 20 ? true : undefined), {
    ...pollOptions,
    everyMs: 1,
  });
  await crash();
  crashed = true;
  await writers;
  assert.ok(writes.avatars.size >= before + 20, 'no write was acknowledged before the crash');
}

async function readBack(service: RunningService, { account, key, avatars }: Writes): Promise<void> {
  const operator = operatorClient(service);
  const found = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/v1/accounts/${account}/avatars?limit=100&cursor=${cursor}`;
    const answer: AvatarPage = await operator.call<AvatarPage>('GET', path);
    for (const { id, name } of answer.items) found.set(id, name);
    cursor = answer.next;
  }
  const lost = [...avatars].filter(([id, name]) => found.get(id) !== name);
  assert.deepEqual(lost, [], 'acknowledged avatars are missing');
  const byKey = await fetch(`${service.url}/avatars`, { headers: { 'x-api-key': key } });
  assert.equal(byKey.status, 200, 'the API key is no longer known');
  await byKey.body?.cancel();
}

async function killDatabase(dataDir: string): Promise<void> {
  const pid = Number((await readFile(await postmasterFile(dataDir), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  const gone = await waitFor(() => (isAlive(pid) ? undefined : true), pollOptions);
  assert.ok(gone, 'the database did not die');
}

async function postmasterFile(dataDir: string): Promise<string> {
  for await (const file of glob('**/postmaster.pid', { cwd: dataDir })) return join(dataDir, file);
  return assert.fail(`no postmaster.pid in ${dataDir}`);
}

export const run = (): Promise<void> => crashCycle(100, (line) => process.stdout.write(`${line}\n`));
