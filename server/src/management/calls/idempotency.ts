import { createHash } from 'node:crypto';
import type { Queries, SealedColumn } from '../../db/index.ts';
import { Refusal, type SealedBox } from '../../kernel/index.ts';

const keptHours = 24;
const deletedAtOnce = 1_000;

const sealContext = (caller: string, key: string): string => `idempotency ${caller} ${key}`;

export const sealedAnswers: SealedColumn = {
  table: 'idempotency_keys',
  column: 'answer',
  keys: ['caller', 'key'],
  context: ([caller, key]) => sealContext(String(caller), String(key)),
};

/**
 * Runs a creation unless the same caller has used this key before. In that case it returns the earlier answer. The
 * answer is stored in the transaction of the creation, so there is never one without the other. A second request that
 * arrives while the first one runs waits for it. Answers are sealed, because some contain a new secret.
 */
export async function answerOnce(
  tx: Queries,
  box: SealedBox,
  caller: string,
  key: string,
  request: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const requestHash = createHash('sha256').update(request).digest();
  // Another creation may delete the same rows at this moment. Neither waits for the other.
  await tx`
    delete from idempotency_keys where (caller, key) in (
      select caller, key from idempotency_keys
      where created_at < now() - make_interval(hours => ${keptHours}) limit ${deletedAtOnce} for update skip locked)`;
  const [inserted] = await tx`
    insert into idempotency_keys (caller, key, request_hash) values (${caller}, ${key}, ${requestHash})
    on conflict do nothing returning key`;
  const context = sealContext(caller, key);
  if (inserted === undefined) {
    const [found] = await tx<{ requestHash: Buffer; answer: string }[]>`
      select request_hash as "requestHash", answer from idempotency_keys
      where caller = ${caller} and key = ${key}`;
    if (found === undefined || !found.requestHash.equals(requestHash)) {
      throw new Refusal(
        'idempotency_mismatch',
        'This Idempotency-Key was used for another request. Use a new one for each request.',
      );
    }
    return JSON.parse(box.open(found.answer, context));
  }
  const answer = await run();
  await tx`
    update idempotency_keys set answer = ${box.seal(JSON.stringify(answer), context)}
    where caller = ${caller} and key = ${key}`;
  return answer;
}
