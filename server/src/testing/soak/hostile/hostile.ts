import { strict as assert } from 'node:assert';
import { median, percentile, rounded } from '../../../kernel/index.ts';
import { soakDatabase } from '../soak-database.ts';
import type { Purpose } from './shared-resource.ts';
import { startPurposes } from './shared-resources.ts';

export type Slices = {
  /** Slices with and without the hostile account alternate, so that both see the same machine. */
  readonly pairs: number;
  readonly usesOfEach: number;
};

export type Measured = {
  readonly purpose: string;
  readonly aloneMs: number;
  readonly besideMs: number;
  /** The honest account's p95 beside the hostile one divided by its p95 alone: the median of all pairs. */
  readonly growth: number;
};

const mostGrowth = 1.2;

/** How long an honest account waits alone, and beside an account that takes all it gets. */
export async function measure(purpose: Purpose, { pairs, usesOfEach }: Slices): Promise<Measured> {
  const alone: number[] = [];
  const beside: number[] = [];
  await slice(purpose, usesOfEach);
  for (let pair = 0; pair < pairs; pair++) {
    alone.push(await slice(purpose, usesOfEach));
    beside.push(await underAttack(purpose, () => slice(purpose, usesOfEach)));
  }
  const growths = beside.map((ms, index) => ms / (alone[index] ?? ms));
  return {
    purpose: purpose.name,
    aloneMs: rounded(median(alone)),
    besideMs: rounded(median(beside)),
    growth: rounded(median(growths)),
  };
}

/** Runs `work` while the hostile account attacks, then ends the attack. */
export async function underAttack<T>(purpose: Purpose, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const { ended } = await purpose.attack(over.signal);
  try {
    return await work();
  } finally {
    over.abort();
    await ended;
  }
}

async function slice(purpose: Purpose, uses: number): Promise<number> {
  const times: number[] = [];
  // Not measured: the attack costs most when it begins.
  await purpose.use();
  for (let i = 0; i < uses; i++) {
    const beganMs = performance.now();
    await purpose.use();
    times.push(performance.now() - beganMs);
  }
  return percentile(times, 0.95);
}

export async function run(): Promise<void> {
  await using database = await soakDatabase();
  await using scene = await startPurposes(database);
  const results: Measured[] = [];
  for (const purpose of scene.purposes) {
    results.push(await measure(purpose, { pairs: 5, usesOfEach: 20 }));
    process.stdout.write(`${JSON.stringify(results.at(-1))}\n`);
  }
  for (const { purpose, growth } of results)
    assert.ok(growth <= mostGrowth, `${purpose}: the p95 of honest accounts grew to ${growth} times`);
}
