import { createBatcher, type Queries, rememberedSessions, type Sql } from '../../db/index.ts';
import type { Log } from '../../kernel/index.ts';

export type ShadowAnswer = {
  readonly accountId: string;
  readonly sessionId: string;
  readonly turn: number;
  readonly at: number;
  readonly outcome: 'answered' | 'empty' | 'failed';
  readonly firstSentenceMs: number | null;
  readonly totalMs: number;
  /** As the brain wrote it, with its tags. Its beginning, if it is long. */
  readonly answer: string;
  readonly problem: string | null;
};

export const maxStoredCharacters = 16_384;
const batches = { maxItems: 200, maxBatchSize: 1024 * 1024, gatherMs: 500 };
const maxWaitingCharacters = 2 * 1024 * 1024;
const entrySize = 300;

/** Stores what shadows answered, later and in batches. What cannot be stored is dropped. */
export function createShadowAnswers(sql: Sql, log: Log, isBusy: () => boolean) {
  const batcher = createBatcher<ShadowAnswer, void>({
    ...batches,
    sizeOf: ({ answer }) => entrySize + answer.length,
    limit: { maxSize: maxWaitingCharacters, accountOf: ({ accountId }) => accountId },
    async write(answers) {
      if (!isBusy())
        await insertAnswers(sql, answers).catch((error: unknown) =>
          log.warn({ err: error, count: answers.length }, 'could not store the answers of a shadow'),
        );
      return answers.map(() => undefined);
    },
  });
  return {
    add: (answer: ShadowAnswer): void => batcher.push(answer, () => {}),
    settled: (): Promise<void> => batcher.settled(),
  };
}

/** A shadow may answer long after its session has ended. */
async function insertAnswers(sql: Queries, answers: readonly ShadowAnswer[]): Promise<void> {
  const column = <K extends keyof ShadowAnswer>(name: K) => answers.map((answer) => answer[name]);
  await sql`
    insert into shadow_answers (session_id, turn, at, outcome, first_sentence_ms, total_ms, answer, problem)
    select session_id, turn, to_timestamp(at / 1000.0), outcome, first_sentence_ms, total_ms, answer, problem
    from unnest(${column('sessionId')}::text[], ${column('turn')}::integer[], ${column('at')}::bigint[],
      ${column('outcome')}::text[], ${column('firstSentenceMs')}::integer[], ${column('totalMs')}::integer[],
      ${column('answer')}::text[], ${column('problem')}::text[])
      as row (session_id, turn, at, outcome, first_sentence_ms, total_ms, answer, problem)
    join (${rememberedSessions(sql, column('sessionId'))}) as remembered on remembered.id = session_id
    on conflict do nothing`;
}

export type StoredShadowAnswer = Omit<ShadowAnswer, 'accountId' | 'sessionId'>;

/** The shadow's first answers in a session, as many as fit, in order. */
export async function readShadowAnswers(
  sql: Queries,
  sessionId: string,
  maxBytes: number,
): Promise<StoredShadowAnswer[]> {
  return await sql<StoredShadowAnswer[]>`
    select turn, ms(at) as at, outcome, first_sentence_ms as "firstSentenceMs", total_ms as "totalMs", answer, problem
    from (
      select *, sum(${entrySize} + octet_length(answer)) over (order by turn) as bytes
      from shadow_answers where session_id = ${sessionId}
    ) as answers
    where bytes <= ${maxBytes} order by turn`;
}
