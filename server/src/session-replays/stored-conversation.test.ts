import { describe, expect, it } from 'vitest';
import type { StoredMessage } from '../conversations/index.ts';
import type { TurnRow } from '../live/index.ts';
import { parseReply } from '../rehearsal/index.ts';
import { replayLimits } from './replay-limits.ts';
import { questionsOf, storedTurn } from './stored-conversation.ts';

const turnRow = (number: number, kind: 'chat' | 'callback'): TurnRow => ({
  number,
  kind,
  outcome: 'said',
  receivedAt: 1_000 * number,
  sentAt: 1_000 * number,
  firstByteAt: null,
  firstSentenceAt: 1_000 * number + 10,
  firstAudioAt: null,
  endedAt: 1_000 * number + 20,
  heard: null,
  detail: null,
});

const messageRow = (turn: number, speaker: 'user' | 'avatar', message: string): StoredMessage => ({
  number: 2 * turn + (speaker === 'user' ? 0 : 1),
  speaker,
  message,
  interrupted: false,
  fromPage: false,
  person: null,
  turn,
  at: 1_000 * turn,
});

/** Rows that count how often one of their fields is read. */
function counted<R extends object>(rows: readonly R[]) {
  let reads = 0;
  const get = (row: R, name: string | symbol): unknown => {
    reads += 1;
    return Reflect.get(row, name);
  };
  return { rows: rows.map((row) => new Proxy(row, { get })), reads: () => reads };
}

describe('the questions of a stored session', () => {
  it('[RP13] are found in one pass over its turns and messages', () => {
    const numbers = Array.from({ length: 2_000 }, (_, index) => index + 1);
    const turns = counted(numbers.map((number) => turnRow(number, number % 2 === 1 ? 'chat' : 'callback')));
    const messages = counted(
      numbers.flatMap((number) => [
        ...(number % 2 === 1 ? [messageRow(number, 'user', `question ${number}`)] : []),
        messageRow(number, 'avatar', `said ${number}`),
      ]),
    );
    const questions = questionsOf(turns.rows, messages.rows, 0);
    expect(questions).toHaveLength(replayLimits.turnsOfSession);
    const reads = turns.reads() + messages.reads();
    const [, second = expect.fail()] = questions;
    expect(storedTurn(second)).toMatchObject({
      number: 3,
      question: 'question 3',
      before: { words: 'said 3' },
      callbacks: ['said 4'],
    });
    expect(questions.at(-1)).toMatchObject({ question: 'question 399', callbacks: ['said 400'] });
    expect(reads / (turns.rows.length + messages.rows.length)).toBeLessThan(20);
  });

  it('[RP1] are those with stored words, and the callbacks after others belong to none', () => {
    const turns = [
      ...[turnRow(1, 'callback'), turnRow(2, 'chat'), turnRow(3, 'callback')],
      ...[turnRow(4, 'chat'), turnRow(5, 'callback')],
    ];
    const messages = [1, 3, 5].map((number) => messageRow(number, 'avatar', `by itself ${number}`));
    const filler = messageRow(2, 'avatar', 'One moment.');
    const asked = [messageRow(2, 'user', 'Why?'), filler, messageRow(2, 'avatar', 'So.')];
    expect(questionsOf(turns, [...messages, ...asked], 0).map((found) => storedTurn(found))).toMatchObject([
      { number: 2, question: 'Why?', before: { words: 'So.' }, callbacks: ['by itself 3'] },
    ]);
  });

  it('[RP13] are found without parsing replies, and each reply is parsed once when its question is due', () => {
    const reply = `Well. <offer json='{"a":1}'/> ${'word '.repeat(12_000)}`;
    const turns = Array.from({ length: 34 }, (_, index) => ({
      ...turnRow(index + 1, 'chat'),
      outcome: 'interrupted' as const,
      detail: { asked: 'More?', reply },
    }));
    const messages = turns.map(({ number }) => messageRow(number, 'avatar', 'Well. word'));
    let parses = 0;
    const parse = (text: string) => {
      parses += 1;
      return parseReply(text);
    };
    const questions = questionsOf(turns, messages, 0);
    expect([questions.length, parses]).toEqual([34, 0]);
    for (const question of questions.slice(0, 3))
      expect(storedTurn(question, parse)).toMatchObject({
        heardWords: 2,
        before: { tags: [`<offer json='{"a":1}'>`] },
      });
    expect(parses).toBe(3);
  });

  it('[RP13] of older versions, which did not store the turn of a message, are found as fast', () => {
    const numbers = Array.from({ length: 2_000 }, (_, index) => index + 1);
    const turns = counted(
      numbers.map((number) => ({
        ...turnRow(number, number % 2 === 1 ? 'chat' : 'callback'),
        ...(number % 4 === 1 ? { outcome: 'interrupted' as const, heard: 'cut' } : {}),
      })),
    );
    const messages = counted(
      numbers.flatMap((number) => [
        ...(number % 2 === 1 ? [{ ...messageRow(number, 'user', `question ${number}`), turn: null }] : []),
        number % 4 === 1
          ? // What was heard is stored after the next question has come.
            {
              ...messageRow(number, 'avatar', 'cut'),
              turn: null,
              interrupted: true,
              at: 1_000 * number + 2_500,
            }
          : { ...messageRow(number, 'avatar', `said ${number}`), turn: null, at: 1_000 * number + 10 },
      ]),
    );
    const questions = questionsOf(turns.rows, messages.rows, 0);
    const reads = turns.reads() + messages.reads();
    expect(questions.slice(0, 2).map((found) => storedTurn(found))).toMatchObject([
      { question: 'question 1', heardWords: 1, before: { words: 'cut' }, callbacks: ['said 2'] },
      { question: 'question 3', heardWords: null, before: { words: 'said 3 said 4' }, callbacks: ['said 4'] },
    ]);
    expect(reads / (turns.rows.length + messages.rows.length)).toBeLessThan(40);
  });
});
