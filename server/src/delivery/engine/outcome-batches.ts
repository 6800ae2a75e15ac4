import { type Batcher, createBatcher, isTransient, type Sql } from '../../db/index.ts';
import { type Clock, type Log, sleep } from '../../kernel/index.ts';
import { pauseThreshold } from '../pausing/pause-rule.ts';
import type { PausedMails } from '../pausing/webhook-paused-mails.ts';
import { complete, type Outcome } from './store-outcomes.ts';

/** False if an outcome could not be stored before the stop. Its delivery is then sent once more. */
export type OutcomeBatches = Batcher<Outcome, boolean>;

const maxItems = 500;
/** No caller waits for an outcome to be stored, and storing many at once costs as much as storing a few. */
const gatherMs = 10;
const longestWaitMs = 1_000;

export type OutcomeDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Log;
  readonly pausedMails: PausedMails;
};

/**
 * Stores outcomes in batches. While the database is unavailable, outcomes are kept and storing them is retried until
 * the engine stops. Nothing new is claimed meanwhile anyway.
 */
export function createOutcomeBatches(
  { sql, clock, log, pausedMails }: OutcomeDeps,
  stopped: AbortSignal,
): OutcomeBatches {
  const write = async (batch: readonly Outcome[]): Promise<boolean> => {
    for (let waitMs = 50; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      try {
        const { paused } = await complete(sql, batch, clock.now(), pausedMails);
        for (const webhookId of paused)
          log.warn({ webhookId }, `a webhook was paused after ${pauseThreshold} failed attempts`);
        return true;
      } catch (error) {
        if (!isTransient(error)) throw error;
        if (stopped.aborted) return false;
        await sleep(waitMs, stopped);
      }
    }
  };
  return createBatcher<Outcome, boolean>({
    maxItems,
    gatherMs,
    async write(batch) {
      const written = await write(batch).catch(async (error: unknown) => {
        const [only] = batch;
        if (batch.length > 1 || only === undefined) throw error;
        // If an outcome cannot be stored, its delivery would be sent again and again.
        log.error({ err: error, deliveryId: only.id }, 'could not store a response');
        return await write([withoutAnswer(only)]);
      });
      return batch.map(() => written);
    },
  });
}

function withoutAnswer(outcome: Outcome): Outcome {
  const { result } = outcome;
  const problem = result.success ? null : 'The service could not store the response of the receiver.';
  return { ...outcome, result: { ...result, problem, body: null } };
}
