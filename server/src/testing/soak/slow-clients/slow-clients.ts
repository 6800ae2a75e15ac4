import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { percentile, rounded } from '../../../kernel/index.ts';
import { waitFor } from '../../../processes/index.ts';
import { pollOptions } from '../../deadlines.ts';
import { type RunningService, startService } from '../../service.ts';
import { type AttackName, attack, slowAttacks } from './slow-attacks.ts';

export type SlowPlan = {
  readonly connections: number;
  /** How many honest requests are answered during each attack, and how long the attack lasts at least. */
  readonly requests: number;
  readonly durationMs: number;
  /** Whether slowhttptest attacks, too. */
  readonly usesTool: boolean;
};

export type SlowResult = {
  readonly attack: string;
  readonly requests: number;
  readonly failed: number;
  readonly p95Ms: number;
  /** The maximum number of descriptors that the service had open. */
  readonly descriptors: number;
};

const program = 'slowhttptest';
const perSource = 200;
const stopWithinMs = 5_000;

/** Every way to hold connections, one after another, while others use the service. Ends with a stop under attack. */
export async function slowClients(plan: SlowPlan, say: (line: string) => void) {
  await using service = await startService({ env: { MAX_CONNECTIONS_PER_SOURCE: String(perSource) } });
  const port = Number(new URL(service.url).port);
  const results: SlowResult[] = [];
  const before = descriptorsOf(service);
  const untilReleased = async () => {
    const released = await waitFor(() => descriptorsOf(service) <= before + slack || undefined, pollOptions);
    assert.ok(released, `${descriptorsOf(service)} descriptors are open, ${before} were before`);
  };
  for (const name of Object.keys(slowAttacks) as AttackName[]) {
    await using _attack = await attack(port, name, plan.connections);
    results.push(await beHonest(service, name, plan));
    say(JSON.stringify(results.at(-1)));
  }
  for (const [name, flags] of plan.usesTool ? Object.entries(toolAttacks(plan)) : []) {
    await untilReleased();
    results.push(await withTool(service, flags, () => beHonest(service, `${program} ${name}`, plan)));
    say(JSON.stringify(results.at(-1)));
  }
  await untilReleased();

  await using held = new AsyncDisposableStack();
  for (const name of Object.keys(slowAttacks) as AttackName[]) held.use(await attack(port, name, 20));
  const beganMs = performance.now();
  const ending = await service.stop();
  const stopMs = Math.round(performance.now() - beganMs);
  say(`stopped after ${stopMs} ms with connections of every kind open`);
  assert.deepEqual(ending, { code: 0, signal: null }, service.output());
  assert.doesNotMatch(service.output(), /"level":"(error|fatal)"/);
  return { results, stopMs };
}

/** Connections to the database and of honest clients come and go. */
const slack = 10;

const descriptorsOf = ({ pid }: RunningService): number =>
  process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0;

/** Requests from another address, each on a connection of its own. */
async function beHonest(service: RunningService, name: string, plan: SlowPlan): Promise<SlowResult> {
  const agent = new Agent({ keepAlive: false });
  const times: number[] = [];
  let [failed, descriptors] = [0, 0];
  const endMs = performance.now() + plan.durationMs;
  while (times.length < plan.requests || performance.now() < endMs) {
    const beganMs = performance.now();
    if (!(await isAnswered(`${service.url}/readyz`, agent))) failed += 1;
    times.push(performance.now() - beganMs);
    descriptors = Math.max(descriptors, descriptorsOf(service));
  }
  const p95Ms = rounded(percentile(times, 0.95));
  return { attack: name, requests: times.length, failed, p95Ms, descriptors };
}

const isAnswered = (url: string, agent: Agent): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent, localAddress: '127.0.0.2' }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode === 200));
    }).once('error', () => resolve(false));
  });

const isInstalled = (): boolean => spawnSync(program, ['-h']).error === undefined;

/** The modes of slowhttptest: slow heads, slow bodies, slow reading. */
function toolAttacks({ connections, durationMs }: SlowPlan): Record<string, readonly string[]> {
  const common = [
    '-c',
    String(connections),
    '-r',
    '200',
    '-i',
    '5',
    '-l',
    String(Math.ceil(durationMs / 1000)),
  ];
  return {
    'slow head': ['-H', ...common],
    'slow body': ['-B', '-s', '8192', ...common],
    // As many simultaneous requests as a connection may send. With more, the service would close it, and it could not
    // read slowly.
    'slow read': ['-X', '-k', '3', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', ...common],
  };
}

/** The tool must hold connections. A tool that ends at once, for example because of a wrong flag, attacks nothing. */
async function withTool(
  service: RunningService,
  flags: readonly string[],
  work: () => Promise<SlowResult>,
): Promise<SlowResult> {
  const path = flags[0] === '-B' ? '/client/authenticate' : '/openapi.json';
  const before = descriptorsOf(service);
  const child = spawn(program, [...flags, '-u', service.url + path], { stdio: 'ignore' });
  const ended = once(child, 'close');
  try {
    const result = await work();
    const held = result.descriptors - before;
    const isCounted = process.platform === 'linux';
    assert.ok(
      !isCounted || held >= perSource / 2,
      `${program} ${flags.join(' ')} held only ${held} connections`,
    );
    return result;
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

export async function run(): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const usesTool = isInstalled();
  if (!usesTool) say(`${program} is not installed: only our own attacks run`);
  const plan = { connections: 1_000, requests: 500, durationMs: 30_000, usesTool };
  const { results, stopMs } = await slowClients(plan, say);
  for (const { attack: name, failed } of results) assert.equal(failed, 0, `${name}: honest requests failed`);
  assert.ok(stopMs <= stopWithinMs, `the stop took ${stopMs} ms`);
}
