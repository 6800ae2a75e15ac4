import { strict as assert } from 'node:assert';
import { stateDeadlineMs } from '../../deadlines.ts';
import { type RunningService, startService } from '../../service.ts';
import { startHonestUsers } from '../hostile-day/honest-users.ts';
import type { Attack } from './attack.ts';
import { attacks } from './index.ts';
import { startAttackScene } from './scene.ts';

export type AttackResult = {
  readonly attack: string;
  /** How long another account waited for each of its uses after the attack. */
  readonly waitsMs: Readonly<Record<string, number>>;
};

export type Attacked = { readonly results: readonly AttackResult[]; readonly stopMs: number };

/** Attacks a service again and again. After each attack another account uses it. At the end the service is stopped. */
export async function attackService(
  attempts: readonly Attack[],
  waitAtMostMs = stateDeadlineMs,
): Promise<Attacked> {
  // All connections of a test have one address.
  await using service = await startService({ env: { JOIN_RATE: '1000', JOIN_BURST: '1000' } });
  await using honest = await startHonestUsers(service);
  await using scene = await startAttackScene(service, honest);
  const results: AttackResult[] = [];
  for (const { name, attempt } of attempts) {
    await attempt(scene);
    const waits = Object.entries(honest.uses).map(async ([use, work]) => {
      const waitedMs = await within(waitAtMostMs, `${name}: ${use}`, work());
      return [use, Math.round(waitedMs)] as const;
    });
    results.push({ attack: name, waitsMs: Object.fromEntries(await Promise.all(waits)) });
    assertNoFailure(name, service);
  }
  const beganMs = performance.now();
  const ending = await within(waitAtMostMs, 'the stop', service.stop());
  assert.deepEqual(ending, { code: 0, signal: null }, service.output());
  return { results, stopMs: Math.round(performance.now() - beganMs) };
}

function assertNoFailure(name: string, service: RunningService): void {
  const failures = service
    .output()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line) && line.includes('"stack"'));
  assert.deepEqual(failures, [], `${name}: errors with a stack`);
}

async function within<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what}: no answer in ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const answerWithinMs = 2_000;
const stopWithinMs = 10_000;

/** Each attack on a service of its own: others are answered within 2 s after it, and a stop takes at most 10 s. */
export async function run(): Promise<void> {
  for (const attack of attacks) {
    const { results, stopMs } = await attackService([attack]);
    process.stdout.write(`${JSON.stringify({ ...results[0], stopMs })}\n`);
    for (const [use, ms] of Object.entries(results[0]?.waitsMs ?? {}))
      assert.ok(ms <= answerWithinMs, `${attack.name}: ${use} waited ${ms} ms`);
    assert.ok(stopMs <= stopWithinMs, `${attack.name}: the stop took ${stopMs} ms`);
  }
}
