import { strict as assert } from 'node:assert';
import { Agent, get } from 'node:http';
import { operatorClient } from '../../running/index.ts';
import { type RunningService, startService } from '../../service.ts';

export type Limit = { readonly burst: number; readonly rate: number };
/** Requests continue for at least this long, and until this many were refused. */
export type LoadPlan = { readonly durationMs: number; readonly refusals: number };

export type LimitResult = {
  readonly connections: number;
  readonly passed: number;
  readonly refused: number;
  readonly elapsedMs: number;
  /** The maximum that the limit allows in that time. */
  readonly atMost: number;
  /** Requests that were refused although the limit had room for them. */
  readonly refusedTooEarly: number;
};

type Request = { readonly sentAt: number; readonly answeredAt: number; readonly status: number };

/** Sends requests with one key as fast as they are answered, over this many connections. */
export async function hammer(
  { url }: RunningService,
  key: string,
  connections: number,
  limit: Limit,
  plan: LoadPlan,
): Promise<LimitResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const beganAt = performance.now();
  const requests: Request[] = [];
  let refused = 0;
  const worker = async () => {
    while (performance.now() - beganAt < plan.durationMs || refused < plan.refusals) {
      const sentAt = performance.now();
      const status = await statusOf(`${url}/avatars`, key, agent);
      if (status !== 200 && status !== 429) assert.fail(`the service answered ${status}`);
      requests.push({ sentAt, answeredAt: performance.now(), status });
      if (status === 429) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsedMs = performance.now() - beganAt;
  agent.destroy();
  return {
    connections,
    passed: requests.length - refused,
    refused,
    elapsedMs,
    atMost: limit.burst + (limit.rate * elapsedMs) / 1000 + 1,
    refusedTooEarly: countRefusedTooEarly(requests, limit),
  };
}

/**
 * A refusal is right if in some period before it as many requests passed as the limit allows. Each request was decided
 * at an unknown time between its sending and its answer. The check assumes the time that favours the limit, so a
 * machine of any speed gives the same result.
 */
export function countRefusedTooEarly(requests: readonly Request[], { burst, rate }: Limit): number {
  const passed = requests.filter(({ status }) => status === 200);
  const answers = passed.map(({ answeredAt }) => answeredAt).sort((a, b) => a - b);
  const sendings = passed.map(({ sentAt }) => sentAt).sort((a, b) => a - b);
  const isRight = ({ sentAt, answeredAt }: Request): boolean => {
    const before = sendings.filter((at) => at <= answeredAt).length;
    return answers.some((start, index) => {
      const allowed = burst + (rate * Math.max(0, sentAt - start)) / 1000;
      return before - index > allowed - 1;
    });
  };
  return requests.filter((request) => request.status === 429 && !isRight(request)).length;
}

const statusOf = (url: string, key: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'x-api-key': key } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    }).once('error', reject);
  });

/**
 * One connection and then eight, each with its own key. With one key, the second run would start with an exhausted
 * limit.
 */
export async function hammerBoth(limit: Limit, plan: LoadPlan): Promise<readonly LimitResult[]> {
  await using service = await startService();
  const operator = operatorClient(service);
  const { items } = await operator.call<{ items: { id: string }[] }>('GET', '/v1/accounts');
  const keys = `/v1/accounts/${items[0]?.id}/keys`;
  const results: LimitResult[] = [];
  for (const connections of [1, 8]) {
    const { id, key } = await operator.call<{ id: string; key: string }>('POST', keys, {
      name: `${connections} connections`,
      permissions: ['read_avatars'],
    });
    await operator.call('PUT', `${keys}/${id}/limits`, limit);
    results.push(await hammer(service, key, connections, limit, plan));
  }
  return results;
}

export async function run(): Promise<void> {
  for (const result of await hammerBoth({ burst: 100, rate: 50 }, { durationMs: 10_000, refusals: 0 })) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    assert.ok(result.passed <= result.atMost, 'more passed than the limit allows');
    assert.equal(result.refusedTooEarly, 0, 'fewer passed than the limit allows');
  }
}
