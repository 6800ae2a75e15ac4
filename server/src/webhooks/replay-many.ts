import {
  type AccountDeliveryFilter,
  type DeliveryConditions,
  type DeliveryPage,
  listAccountDeliveries,
} from '../delivery/index.ts';
import { invalid, Refusal } from '../kernel/index.ts';
import { type ReplayDeps, replay } from './replay.ts';

const maxReplayed = 500;
const atOnce = 8;
const budgetMs = 20_000;

export type Replayed = {
  readonly tried: number;
  readonly delivered: number;
  readonly failed: number;
  /** Found but not tried, because the receiver took too long for the others. */
  readonly left: number;
};

/** Sends deliveries again: those with the given ids, or those that match, the oldest first. */
export async function replayMany(
  deps: ReplayDeps,
  accountId: string,
  { ids, ...conditions }: DeliveryConditions & { readonly ids?: readonly number[] },
): Promise<Replayed> {
  const waiting = [...(ids ?? (await findReplayable(deps, accountId, conditions)))];
  const endMs = deps.clock.monotonicMs() + budgetMs;
  const results: boolean[] = [];
  const worker = async () => {
    while (deps.clock.monotonicMs() < endMs) {
      const id = waiting.shift();
      if (id === undefined) return;
      results.push(await succeeds(replay(deps, accountId, id)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const delivered = results.filter((success) => success).length;
  return { tried: results.length, delivered, failed: results.length - delivered, left: waiting.length };
}

/** The newest of those that match, oldest first. */
async function findReplayable(
  { sql }: ReplayDeps,
  accountId: string,
  conditions: DeliveryConditions,
): Promise<number[]> {
  if (conditions.webhookId === undefined) throw invalid('Choose the webhook of the deliveries.', 'webhook');
  if (conditions.state === undefined || conditions.state === 'delivered')
    throw invalid('Choose a status: held, pending, exhausted or discarded.', 'status');
  const filter: AccountDeliveryFilter = { ...conditions, accountId, limit: 100 };
  const found: number[] = [];
  let before: number | null = null;
  do {
    const page: DeliveryPage = await listAccountDeliveries(sql, {
      ...filter,
      ...(before === null ? {} : { before }),
    });
    found.push(...page.items.filter(({ eventName }) => eventName !== 'webhook.test').map(({ id }) => id));
    before = page.next;
  } while (before !== null && found.length < maxReplayed);
  return found.slice(0, maxReplayed).reverse();
}

/** Ids of other accounts and deliveries that were deleted meanwhile do not keep the others from being sent. */
async function succeeds(replaying: ReturnType<typeof replay>): Promise<boolean> {
  try {
    return (await replaying).success;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
