import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Heard, hear, loudness } from '../../testing/collect.ts';
import { createNaturalVoice } from '../natural-voice.ts';
import type { PersonName } from '../people/people.ts';
import { naturalSpec } from '../people/spec.ts';
import { naturalUnderTest, voiceFolderUnderTest } from '../testing/natural-under-test.ts';
import { stretchFrames } from './time-stretch.ts';

it('[SP101] silence after a phoneme is the model’s own, and the next phoneme begins after it', () => {
  const { boundaries, positions } = stretchFrames([
    { from: 10, to: 12, durationFactor: 2 },
    { from: 12, to: 13, durationFactor: 1, silentFrames: 2 },
    { from: 13, to: 15, durationFactor: 1 },
  ]);
  expect(boundaries).toEqual([0, 4, 7, 9]);
  expect([...positions]).toEqual([10, 10.5, 11, 11.5, 12, 0, 0, 13, 14]);
});

describe.skipIf(voiceFolderUnderTest === null)('pauses and pace', () => {
  let pool: ReturnType<typeof naturalUnderTest>;
  beforeAll(() => {
    pool = naturalUnderTest();
  });
  afterAll(async () => await pool[Symbol.asyncDispose]());
  const said = new Map<string, Promise<Heard>>();
  const say = (text: string, name: PersonName = 'mara') =>
    said.getOrInsertComputed(`${name}: ${text}`, () =>
      hear(createNaturalVoice(pool, naturalSpec(name), 'acc_1'), text),
    );

  /** The pauses after words with this sign, in milliseconds, and the loudest middle of them in dBFS. */
  const pausesOf = async (text: string, sign: string, name?: PersonName) => {
    const heard = await say(text, name);
    const pauses = heard.words.flatMap(({ written, startMs, durationMs }, index) => {
      const next = heard.words[index + 1];
      if (!written.endsWith(sign) || next === undefined) return [];
      const [from, ms] = [startMs + durationMs, next.startMs - startMs - durationMs];
      return [{ ms, level: 20 * Math.log10(loudness(heard, from + 0.4 * ms, from + 0.7 * ms) / 32_768) }];
    });
    return { ms: pauses.map(({ ms }) => ms), loudest: Math.max(...pauses.map(({ level }) => level)) };
  };

  it.each([
    ['Thank you for waiting, somebody will be with you shortly.', ',', 180, 250],
    ['Good morning, and welcome to our customer service.', ',', 180, 250],
    ['We have apples, pears, plums, grapes, and lemons.', ',', 100, 150],
    ['We close at noon; on Sunday we are closed.', ';', 230, 300],
    ['That is done. Is there anything else?', '.', 300, 400],
  ])('[SP101] %s', async (text, sign, least, most) => {
    const { ms, loudest } = await pausesOf(text, sign);
    expect(ms.length).toBe(text.split(sign).length - (text.endsWith(sign) ? 2 : 1));
    expect(Math.min(...ms)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...ms)).toBeLessThanOrEqual(most);
    expect(loudest).toBeLessThan(-36);
  });

  it.each([
    'Your total is $1,299.50.',
    'The appointment is on March 3, 2026.',
    'Please call us at 555-123-4567.',
  ])('[SP101] no long silence within %s', async (text) => {
    const heard = await say(text);
    const levels = Array.from({ length: Math.floor((heard.durationMs - 350) / 10) }, (_, at) =>
      loudness(heard, at * 10, at * 10 + 10) < 150 ? 'q' : ' ',
    );
    const longest = Math.max(
      ...levels
        .join('')
        .split(' ')
        .map(({ length }) => length),
    );
    expect(10 * longest).toBeLessThanOrEqual(160);
  });

  it('[SP97] a slow person takes more time than a quick one, and longer pauses', async () => {
    const text = 'Good morning, and welcome to our customer service.';
    const [slow, quick] = [await say(text, 'arthur'), await say(text, 'leo')];
    expect(slow.durationMs / quick.durationMs).toBeGreaterThan(1.3);
    const [long, short] = [await pausesOf(text, ',', 'arthur'), await pausesOf(text, ',', 'leo')];
    expect((long.ms[0] ?? 0) / (short.ms[0] ?? 0)).toBeGreaterThan(1.7);
  });

  it('[SP101] speaks at the pace of a receptionist', async () => {
    const text =
      'We are open from eight in the morning to six in the evening, and on Saturday, we close at noon. Would you like me to book an appointment for you?';
    const { words, durationMs } = await say(text);
    const wordsAMinute = (60_000 * words.length) / durationMs;
    expect(wordsAMinute).toBeGreaterThan(150);
    expect(wordsAMinute).toBeLessThan(220);
  });
});
