import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readTar } from './read-tar.ts';
import { makeTar } from './testing/make-tar.ts';

const limits = { maxEntries: 3, maxEntryBytes: 4_096 };
const read = (tar: Buffer) => readTar(gzipSync(tar), limits, (name) => name.startsWith('kept/'));

it('[SP152] the wanted files of an archive are read, and no links', async () => {
  const tar = makeTar([
    ['other/a', 'A'],
    ['kept/b', 'B'.repeat(600)],
    ['kept/link', '', '2'],
  ]);
  const files = await read(tar);
  expect([...files.keys()]).toEqual(['kept/b']);
  expect(files.get('kept/b')?.toString()).toBe('B'.repeat(600));
});

it.each([
  [
    'more files',
    makeTar(Array.from({ length: 4 }, (_, index) => [`kept/${index}`, 'x'])),
    'more than 3 files',
  ],
  ['more bytes', makeTar([['kept/a', 'x'.repeat(9_000)]]), 'larger'],
  ['less than it says', makeTar([['kept/a', 'x'.repeat(600)]]).subarray(0, 700), 'cut off'],
  ['no archive', Buffer.alloc(512, 'x'), 'no size'],
])('[SP152] an archive with %s is refused', async (_what, tar, reason) => {
  await expect(read(tar)).rejects.toThrow(reason);
});

it('[SP152] a file that is not packed is refused', async () => {
  await expect(readTar(Buffer.from('plain'), limits, () => true)).rejects.toThrow('incorrect header');
});
