import { strict as assert } from 'node:assert';
import { median, percentile, rounded } from '../../../kernel/index.ts';
import { soakDatabase } from '../soak-database.ts';
import type { SharedResource } from './shared-resource.ts';
import { startSharedResources } from './shared-resources.ts';

export type Slices = {
  /** Slices with and without the hostile account alternate, so that both see the same machine. */
  readonly pairs: number;
  readonly usesOfEach: number;
};

export type Measured = {
  readonly resource: string;
  readonly aloneMs: number;
  readonly besideMs: number;
  /** The honest account's p95 beside the hostile one divided by its p95 alone: the median of all pairs. */
  readonly growth: number;
};

const maxGrowth = 1.2;

/** How long an honest account waits alone, and beside an account that takes all it gets. */
export async function measure(resource: SharedResource, { pairs, usesOfEach }: Slices): Promise<Measured> {
  const alone: number[] = [];
  const beside: number[] = [];
  await slice(resource, usesOfEach);
  for (let pair = 0; pair < pairs; pair++) {
    alone.push(await slice(resource, usesOfEach));
    beside.push(await underAttack(resource, () => slice(resource, usesOfEach)));
  }
  const growths = beside.map((ms, index) => ms / (alone[index] ?? ms));
  return {
    resource: resource.name,
    aloneMs: rounded(median(alone)),
    besideMs: rounded(median(beside)),
    growth: rounded(median(growths)),
  };
}

/** Runs `work` while the hostile account attacks, then ends the attack. */
export async function underAttack<T>(resource: SharedResource, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const { ended } = await resource.attack(over.signal);
  try {
    return await work();
  } finally {
    over.abort();
    await ended;
  }
}

async function slice(resource: SharedResource, uses: number): Promise<number> {
  const times: number[] = [];
  // Not measured: the attack costs most when it begins.
  await resource.use();
  for (let i = 0; i < uses; i++) {
    const beganMs = performance.now();
    await resource.use();
    times.push(performance.now() - beganMs);
  }
  return percentile(times, 0.95);
}

export async function run(): Promise<void> {
  await using database = await soakDatabase();
  await using scene = await startSharedResources(database);
  const results: Measured[] = [];
  for (const resource of scene.resources) {
    results.push(await measure(resource, { pairs: 5, usesOfEach: 20 }));
    process.stdout.write(`${JSON.stringify(results.at(-1))}\n`);
  }
  for (const { resource, growth } of results)
    assert.ok(growth <= maxGrowth, `${resource}: the p95 of honest accounts grew to ${growth} times`);
}
