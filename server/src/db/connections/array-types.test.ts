import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyText, type TestDatabase, testDatabase } from '../../testing/index.ts';

describe('arrays to and from the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ migrated: false });
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const text = anyText().map((given) => given.replaceAll('\0', '').toWellFormed());

  const remarkable = [
    '',
    'NULL',
    'null',
    '{}',
    '"',
    '\\',
    ',',
    ' a ',
    'a\nb',
    '\\n',
    '\u007f',
    '\ud83d\ude00',
  ];

  it('come back unchanged, whatever they contain', async () => {
    const { sql } = database;
    const rows = fc.record({
      texts: fc.array(fc.option(fc.oneof(text, fc.json(), fc.constantFrom(...remarkable))), {
        maxLength: 8,
      }),
      integers: fc.array(fc.option(fc.integer()), { maxLength: 8 }),
      bigints: fc.array(fc.option(fc.maxSafeInteger()), { maxLength: 8 }),
      floats: fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(rows, async ({ texts, integers, bigints, floats }) => {
        const [row] = await sql`
          select ${texts}::text[] as texts, ${integers}::integer[] as integers, ${bigints}::bigint[] as bigints,
            ${floats}::float8[] as floats, ${texts}::varchar[] as likes`;
        expect({ ...row }).toEqual({ texts, integers, bigints, floats: floats.map(plusZero), likes: texts });
      }),
      { numRuns: 200 },
    );
  });

  it('of times, ids and booleans', async () => {
    const { sql } = database;
    const id = '6f1f6a1e-8f5a-4a3f-9a2c-0a3f2f6c9f10';
    const moment = new Date('2026-01-02T03:04:05.678Z');
    const [row] = await sql`
      select array[${moment}::timestamptz, null] as moments, ${[id]}::uuid[] as ids, array[true, false] as truths,
        ${[]}::text[] as none`;
    expect({ ...row }).toEqual({ moments: [moment, null], ids: [id], truths: [true, false], none: [] });
  });

  it('an item that is missing is refused', async () => {
    const items = ['a', undefined] as string[];
    await expect(async () => await database.sql`select ${items}::text[]`).rejects.toThrow(
      'an item of an array is undefined',
    );
  });
});

const plusZero = (value: number | null): number | null => (Object.is(value, -0) ? 0 : value);
