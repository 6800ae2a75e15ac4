import { Refusal } from '../kernel/index.ts';
import { type DeliveryFilter, listDeliveries } from './delivery-log.ts';
import { type ReplayDeps, replay } from './replay.ts';

export const maxReplayed = 500;
const atOnce = 8;
const budgetMs = 60_000;

export type Replayed = {
  readonly tried: number;
  readonly delivered: number;
  readonly failed: number;
  /** Found and not tried, because the receiver took too long over the others. */
  readonly left: number;
};

/** Sends many deliveries again, the oldest of those that the filter finds first. */
export async function replayMany(deps: ReplayDeps, filter: Omit<DeliveryFilter, 'limit'>): Promise<Replayed> {
  const found = await listDeliveries(deps.sql, { ...filter, limit: maxReplayed });
  const waiting = found.filter(({ eventName }) => eventName !== 'webhook.test').map(({ id }) => id);
  const endMs = deps.clock.monotonicMs() + budgetMs;
  const results: boolean[] = [];
  const worker = async () => {
    while (deps.clock.monotonicMs() < endMs) {
      const id = waiting.pop();
      if (id === undefined) return;
      results.push(await succeeds(replay(deps, id)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const delivered = results.filter((success) => success).length;
  return { tried: results.length, delivered, failed: results.length - delivered, left: waiting.length };
}

/** One that was deleted meanwhile does not keep the others from being sent. */
async function succeeds(replaying: ReturnType<typeof replay>): Promise<boolean> {
  try {
    return (await replaying).success;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
