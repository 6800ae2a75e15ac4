import { type Batcher, createBatcher, isTransient, type Sql } from '../db/index.ts';
import { type Clock, type Log, sleep } from '../kernel/index.ts';
import { type Completion, complete } from './complete.ts';

/** False where an outcome could not be written before the stop; its delivery is then sent once more. */
export type Completions = Batcher<Completion, boolean>;

const maxItems = 500;
/** Nobody waits for an outcome to be written; a few at once cost as much as many. */
const gatherMs = 10;
const longestWaitMs = 1_000;

export type CompletionDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Log;
  /** They are told when the webhook of a partner is paused, beside the people who are operators. */
  readonly operatorEmails: readonly string[];
};

/**
 * Writes outcomes together. What was sent is not forgotten because the database is away: until the engine stops, it
 * is tried again, and nothing new is claimed meanwhile anyway.
 */
export function createCompletions(
  { sql, clock, log, operatorEmails }: CompletionDeps,
  stopped: AbortSignal,
): Completions {
  const write = async (batch: readonly Completion[]): Promise<boolean> => {
    for (let waitMs = 50; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      try {
        const { paused } = await complete(sql, batch, clock.now(), operatorEmails);
        for (const webhookId of paused)
          log.warn({ webhookId }, 'a webhook was paused after 20 failed attempts');
        return true;
      } catch (error) {
        if (!isTransient(error)) throw error;
        if (stopped.aborted) return false;
        await sleep(waitMs, stopped);
      }
    }
  };
  return createBatcher<Completion, boolean>({
    maxItems,
    gatherMs,
    async write(batch) {
      const written = await write(batch).catch(async (error: unknown) => {
        const [only] = batch;
        if (batch.length > 1 || only === undefined) throw error;
        // An outcome that cannot be stored as it is would leave its delivery to be sent for ever.
        log.error({ err: error, deliveryId: only.id }, 'could not store a response');
        return await write([withoutAnswer(only)]);
      });
      return batch.map(() => written);
    },
  });
}

function withoutAnswer(completion: Completion): Completion {
  const { result } = completion;
  const problem = result.success ? null : 'The service could not store the response of the receiver.';
  return { ...completion, result: { ...result, problem, body: null } };
}
