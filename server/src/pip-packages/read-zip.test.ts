import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeZip } from '../speech/natural/install/testing/make-wheel.ts';
import { BrokenZip, readZip } from './read-zip.ts';

const limits = { maxEntries: 10, maxEntryBytes: 10_000 };
const files = new Map([
  ['a/one.txt', Buffer.from('one '.repeat(500))],
  ['empty', Buffer.alloc(0)],
]);

const read = (zip: Buffer) => readZip(zip, limits, () => true);

describe('reading a zip', () => {
  it('[SP111] gives the files by their names', async () => {
    expect(await read(makeZip(files))).toEqual(files);
  });

  it('[SP111] too many or too large files are refused before anything is unpacked', async () => {
    const many = new Map(Array.from({ length: 11 }, (_, index) => [String(index), Buffer.alloc(1)]));
    await expect(read(makeZip(many))).rejects.toThrow('11 files');
    const bomb = makeZip(new Map([['bomb', Buffer.alloc(10_001)]]));
    await expect(read(bomb)).rejects.toThrow('larger than 10000');
  });

  it('[SP111] a file that unpacks to more than its list says is refused', async () => {
    const zip = makeZip(new Map([['bomb', Buffer.alloc(9_000)]]));
    const list = zip.lastIndexOf(Buffer.from('PK\x01\x02'));
    zip.writeUInt32LE(10, list + 24);
    await expect(read(zip)).rejects.toThrow(BrokenZip);
  });

  it('[SP111] any bytes give files or a BrokenZip', async () => {
    const whole = makeZip(files);
    const damage = fc.record({
      at: fc.nat(whole.length - 1),
      value: fc.nat(255),
      length: fc.integer({ min: 0, max: whole.length }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, value, length }) => {
        const zip = Buffer.from(whole);
        zip[at] = value;
        await read(zip.subarray(0, length)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(BrokenZip);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('[SP111] a file that is not a zip is refused', async () => {
    const source = await readFile(new URL(import.meta.url));
    await expect(read(source)).rejects.toThrow(BrokenZip);
  });
});
