import { readFile } from 'node:fs/promises';
import { rounded } from '../../../server/src/kernel/index.ts';
import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { type Child, startChild } from '../../../server/src/testing/load/child.ts';
import type { EndpointReady } from '../../../server/src/testing/load/endpoint-program.ts';
import { IdleClients } from '../../../server/src/testing/load/idle-clients.ts';
import {
  createJoining,
  inParallel,
  openConversation,
  openSocket,
} from '../../../server/src/testing/load/joining.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import type { Bench } from '../bench.ts';
import type { BareReady } from './bare.ts';

const joinsAtOnce = 64;
const pingEveryMs = 10_000;
/** Longer than idle connections to the endpoint are kept. */
const settleMs = 6_000;

const plans = {
  full: { sessions: 10_000, pingMs: 20_000 },
  quick: { sessions: 1_000, pingMs: 2_000 },
};

type Say = (line: string) => void;

export const sessionsBench: Bench = async ({ signal, say }) => {
  const { sessions, pingMs } = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  await checkOpenFiles(sessions);
  const bareBytes = await measureBare(sessions, say, signal);
  signal.throwIfAborted();
  const ours = await measureService(sessions, pingMs, say, signal);
  return {
    bytes_per_session_over_bare: Math.round(ours.bytes - bareBytes),
    connects_per_s: Math.round(ours.connectsPerSecond),
    ping_core_share: rounded(ours.pingShare),
  };
};

async function measureBare(sessions: number, say: Say, signal: AbortSignal): Promise<number> {
  const file = new URL('./bare.ts', import.meta.url);
  await using server = await startChild<BareReady>(file, { execArgv: ['--expose-gc'], signal });
  using clients = new IdleClients();
  const url = `ws://127.0.0.1:${server.ready.port}/`;
  const bytes = await bytesPerClient(server, sessions, async () => {
    await inParallel(sessions, joinsAtOnce, async () => clients.add(await openSocket(url)));
    await clients.ping(1_000, 1_000);
  });
  say(`bare ws server: ${sessions} sockets, ${bytes.toFixed(0)} bytes each`);
  return bytes;
}

async function measureService(sessions: number, pingMs: number, say: Say, signal: AbortSignal) {
  await using endpoint = await startChild<EndpointReady>(
    new URL('../../../server/src/testing/load/endpoint-program.ts', import.meta.url),
  );
  const file = new URL('../../../server/src/testing/load/service-program.ts', import.meta.url);
  await using service = await startChild<ServiceAddress>(file, { execArgv: ['--expose-gc'], signal });
  const { port, accountId } = service.ready;
  const avatarId = await operatorClient(service.ready).avatar(accountId, {
    name: 'Bench',
    endpointUrl: endpoint.ready.url,
  });
  await using joining = createJoining(port, avatarId, joinsAtOnce);
  using clients = new IdleClients();
  let connectsPerSecond = 0;

  const bytes = await bytesPerClient(service, sessions, async () => {
    const [begin, cpuBefore] = [performance.now(), await service.cpuMs()];
    await inParallel(sessions, joinsAtOnce, async () => {
      signal.throwIfAborted();
      const { socket } = await joining.join();
      openConversation(socket);
      clients.add(socket);
    });
    connectsPerSecond = (sessions / (performance.now() - begin)) * 1000;
    const cpuEach = (((await service.cpuMs()) - cpuBefore) / sessions).toFixed(2);
    say(
      `service: ${sessions} sessions connected, ${connectsPerSecond.toFixed(0)} a second, ${cpuEach} ms of processor each`,
    );
    await clients.ping(settleMs, settleMs);
  });
  say(`service: ${bytes.toFixed(0)} bytes each`);
  signal.throwIfAborted();

  const quiet = await coreShare(service, () => sleep(3_000));
  const pingShare = await coreShare(service, () => clients.ping(pingEveryMs, pingMs));
  say(
    `service: ${share(pingShare)} of a core with a ping per ${pingEveryMs} ms each, ${share(quiet)} without`,
  );
  return { bytes, connectsPerSecond, pingShare };
}

async function bytesPerClient(
  server: Child<unknown>,
  clients: number,
  connectAll: () => Promise<void>,
): Promise<number> {
  const before = await server.ask<number>('memory');
  await connectAll();
  return ((await server.ask<number>('memory')) - before) / clients;
}

async function coreShare(server: Child<unknown>, during: () => Promise<void>): Promise<number> {
  const [cpuBefore, begin] = [await server.cpuMs(), performance.now()];
  await during();
  return ((await server.cpuMs()) - cpuBefore) / (performance.now() - begin);
}

const share = (value: number): string => `${(value * 100).toFixed(1)} %`;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const spareFiles = 1_000;

/** Fails early if this process may not open enough sockets. */
async function checkOpenFiles(sockets: number): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const allowed = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  if (allowed >= sockets + spareFiles) return;
  throw new Error(
    `This bench opens ${sockets} sockets in one process, which may have ${allowed} open files: raise "ulimit -n".`,
  );
}
