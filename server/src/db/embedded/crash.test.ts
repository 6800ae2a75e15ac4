import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive, processesIn, waitFor } from '../../processes/index.ts';
import {
  type NodeProcess,
  nodeProcess,
  pollOptions,
  seededDataFolder,
  temporaryFolder,
} from '../../testing/index.ts';
import { connect, type Sql, startEmbedded, stopEmbedded } from '../index.ts';
import { findPostmaster } from './postmaster.ts';

// A minimal service: starts the server, prints its pid, and runs each further line of input as SQL.
const service = `
  import { createInterface } from 'node:readline';
  import { connect, startEmbedded } from ${JSON.stringify(import.meta.resolve('../index.ts'))};
  const onProgress = (text) => console.log(text);
  const server = await startEmbedded({ folder: process.argv[1], durable: true, onProgress });
  console.log('pid ' + server.pid);
  const sql = connect({ url: server.url, max: 2 });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'crash') throw new Error('crash');
    if (line === 'exit') process.exit(3);
    await sql.unsafe(line);
    console.log('done');
  }
`;

const begin = async (folder: string): Promise<{ service: NodeProcess; pid: number }> => {
  const started = nodeProcess(service, [folder]);
  for (;;) {
    const [word, pid] = (await started.line()).split(' ');
    if (word === 'pid') return { service: started, pid: Number(pid) };
  }
};

const run = async (each: NodeProcess, text: string): Promise<void> => {
  each.say(text);
  expect(await each.line()).toBe('done');
};

const start = (folder: string) => startEmbedded({ folder });

const readKept = async (url: string): Promise<unknown> => {
  const sql: Sql = connect({ url, max: 1 });
  const rows = await sql`select n from kept`;
  await sql.end();
  return rows.map(({ n }) => n);
};

describe('after kill -9 of the service', () => {
  it('the server it left running is adopted, with every committed row', async () => {
    await using folder = await seededDataFolder();
    const { service, pid } = await begin(folder.path);
    await run(service, 'create table kept as select 7 as n');
    await service.kill('SIGKILL');
    expect(isAlive(pid)).toBe(true);

    await using next = await start(folder.path);
    expect(next.adopted).toBe(true);
    expect(next.pid).toBe(pid);
    expect(await readKept(next.url)).toEqual([7]);
    await next.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('a server with other settings is stopped and started again', async () => {
    await using folder = await seededDataFolder();
    const { service, pid } = await begin(folder.path);
    await service.kill('SIGKILL');
    await using next = await startEmbedded({ folder: folder.path, durable: false });
    expect(next.adopted).toBe(false);
    expect(isAlive(pid)).toBe(false);
  });

  it('a server that is stopping but waits for a client does not delay the next start', async () => {
    await using folder = await seededDataFolder();
    const { service, pid } = await begin(folder.path);
    await using _client = service;
    await run(service, 'select 1');
    // It keeps its connection, but does not start the server again.
    process.kill(service.pid, 'SIGSTOP');
    process.kill(pid, 'SIGTERM');
    const cluster = join(folder.path, 'postgres/cluster');
    const stopping = async () => (await findPostmaster(cluster))?.status === 'stopping' || undefined;
    expect(await waitFor(stopping, pollOptions)).toBe(true);

    await using next = await start(folder.path);
    expect(next.adopted).toBe(false);
    expect(isAlive(pid)).toBe(false);
  });

  it('stopEmbedded stops what is left, and does nothing the second time', async () => {
    await using folder = await seededDataFolder();
    const { service, pid } = await begin(folder.path);
    await service.kill('SIGKILL');
    await stopEmbedded(folder.path);
    expect(isAlive(pid)).toBe(false);
    await stopEmbedded(folder.path);
  });

  it('during the creation of the database, it is created again from the beginning', async () => {
    await using folder = await temporaryFolder();
    const base = join(folder.path, 'postgres');
    const killed = nodeProcess(service, [folder.path]);
    expect(await killed.line()).toBe('Creating the database (once)');
    const halfWay = async () => {
      const name = (await readdir(base)).find((each) => /^unfinished-[^.]*$/.test(each));
      if (name === undefined) return undefined;
      return access(join(base, name, 'base')).then(
        () => true as const,
        () => undefined,
      );
    };
    expect(await waitFor(halfWay, { ...pollOptions, everyMs: 1 })).toBe(true);
    await killed.kill('SIGKILL');

    await using next = await start(folder.path);
    const sql = connect({ url: next.url, max: 1 });
    expect(await sql`select current_database() as name`).toEqual([{ name: 'parley' }]);
    await sql.end();
    expect((await readdir(base)).toSorted()).toEqual(['cluster', 'run']);
  });
});

it.each([['exit'], ['crash']])('a service that ends by %s takes the server with it', async (ending) => {
  await using folder = await seededDataFolder();
  const { service, pid } = await begin(folder.path);
  await using _service = service;
  service.say(ending);
  expect(await waitFor(() => (isAlive(pid) ? undefined : true), pollOptions)).toBe(true);
});

describe('after kill -9 of the server', () => {
  it('with the service gone too and a query still running, the next start recovers every committed row', async () => {
    await using folder = await seededDataFolder();
    const { service, pid } = await begin(folder.path);
    await run(service, 'create table kept as select 8 as n');
    // A busy loop without waits, so that it does not notice the death of the server.
    service.say('do $$ begin loop perform 1; end loop; end $$');
    const cluster = join(folder.path, 'postgres/cluster');
    await waitFor(() => (processesIn(cluster, 'postgres').length > 5 ? true : undefined), pollOptions);
    await service.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await waitFor(() => (isAlive(pid) ? undefined : true), pollOptions);

    await using next = await start(folder.path);
    expect(next.adopted).toBe(false);
    expect(await readKept(next.url)).toEqual([8]);
  });

  it('it is restarted automatically, at the same address', async () => {
    await using folder = await seededDataFolder();
    await using server = await start(folder.path);
    const sql = connect({ url: server.url, max: 1 });
    await sql`create table kept as select 9 as n`;
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await waitFor(() => (server.pid === pid ? undefined : true), pollOptions);
    expect(await readKept(server.url)).toEqual([9]);
    await sql.end();
  });
});
