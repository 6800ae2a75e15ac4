import { strict as assert } from 'node:assert';
import { Agent, get } from 'node:http';
import { operatorClient } from '../running/index.ts';
import { type RunningService, startService } from '../service.ts';

export type Hammered = {
  readonly connections: number;
  readonly passed: number;
  readonly refused: number;
  readonly elapsedMs: number;
  /** The most that the limit allows in that time. */
  readonly atMost: number;
  /** What must pass if nothing is refused that might have passed. */
  readonly atLeast: number;
};

const [burst, rate] = [100, 50];

/** Sends requests with one key as fast as they are answered, over so many connections, for so long. */
export async function hammer(
  { url }: RunningService,
  key: string,
  connections: number,
  durationMs: number,
): Promise<Hammered> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const beganAt = performance.now();
  let [passed, refused, lastSentAt] = [0, 0, beganAt];
  let firstAnswerAt: number | null = null;
  const worker = async () => {
    while (performance.now() - beganAt < durationMs) {
      lastSentAt = performance.now();
      const status = await statusOf(`${url}/avatars`, key, agent);
      firstAnswerAt ??= performance.now();
      if (status === 200) passed += 1;
      else if (status === 429) refused += 1;
      else assert.fail(`the service answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsedMs = performance.now() - beganAt;
  agent.destroy();
  return {
    connections,
    passed,
    refused,
    elapsedMs,
    atMost: burst + (rate * elapsedMs) / 1000 + 1,
    // Until its first request the bucket is full and gains nothing, however long that one took.
    atLeast: 0.95 * (burst + (rate * (lastSentAt - (firstAnswerAt ?? lastSentAt))) / 1000),
  };
}

const statusOf = (url: string, key: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'x-api-key': key } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    }).once('error', reject);
  });

/** One connection and eight, each with a key of its own, since one key would start the second run empty. */
export async function hammerBoth(durationMs: number): Promise<readonly Hammered[]> {
  await using service = await startService();
  const operator = operatorClient(service);
  const { accounts } = await operator.call<{ accounts: { id: string }[] }>('GET', '/operator/accounts');
  const results: Hammered[] = [];
  for (const connections of [1, 8]) {
    const { key } = await operator.call<{ key: string }>('POST', '/operator/keys', {
      account: accounts[0]?.id,
      name: `${connections} connections`,
      permissions: ['read_avatars'],
    });
    results.push(await hammer(service, key, connections, durationMs));
  }
  return results;
}

export async function run(): Promise<void> {
  for (const result of await hammerBoth(10_000)) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    assert.ok(result.passed <= result.atMost, 'more passed than the limit allows');
    assert.ok(result.passed >= result.atLeast, 'fewer passed than the limit allows');
  }
}
