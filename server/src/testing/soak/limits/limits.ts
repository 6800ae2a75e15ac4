import { strict as assert } from 'node:assert';
import { type CheckedRequest, openConnections } from '../../load/connections.ts';
import { requestBytes } from '../../load/request-bytes.ts';
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
  const port = Number(new URL(url).port);
  using opened = await openConnections(port, connections);
  const requests: Request[] = [];
  let refused = 0;
  const request: CheckedRequest = {
    bytes: requestBytes(port, { method: 'GET', path: '/avatars', headers: { 'x-api-key': key } }),
    mark: () => performance.now(),
    check({ status }, sentAt) {
      requests.push({ sentAt, answeredAt: performance.now(), status });
      if (status === 429) refused += 1;
      return status === 200 || status === 429 ? null : 'a wrong answer';
    },
  };
  const beganAt = performance.now();
  do await opened.run(request, plan.durationMs);
  while (refused < plan.refusals);
  const elapsedMs = performance.now() - beganAt;
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

/**
 * One connection and then eight, each with its own key. With one key, the second run would start with an exhausted
 * limit.
 */
export async function hammerBoth(limit: Limit, plan: LoadPlan): Promise<readonly LimitResult[]> {
  await using service = await startService();
  const operator = operatorClient(service);
  const account = await operator.firstAccount();
  const results: LimitResult[] = [];
  for (const connections of [1, 8]) {
    const key = await operator.key(account, ['read_avatars'], limit);
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
