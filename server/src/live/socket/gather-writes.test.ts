import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { gatherWrites } from './gather-writes.ts';

/** A stream that records the bytes of each write to the network. */
function openStream() {
  const writes: string[] = [];
  const note = (text: string, done: () => void) => {
    writes.push(text);
    done();
  };
  const stream = new Duplex({
    read() {},
    write: (chunk: Buffer, _encoding, done) => note(chunk.toString(), done),
    writev: (chunks, done) => note(chunks.map(({ chunk }) => String(chunk)).join(''), done),
  });
  return { stream, writes };
}

const tick = () => new Promise((resolve) => process.nextTick(resolve));

it('sends what one task writes in one write, and the next task in another', async () => {
  const { stream, writes } = openStream();
  const gather = gatherWrites(stream);
  for (const text of ['a', 'b', 'c']) {
    gather();
    stream.write(text);
  }
  expect(writes).toEqual([]);
  await tick();
  expect(writes).toEqual(['abc']);
  gather();
  stream.write('d');
  await tick();
  expect(writes).toEqual(['abc', 'd']);
});

it('keeps nothing back when the stream ends in the same task', async () => {
  const { stream, writes } = openStream();
  gatherWrites(stream)();
  stream.write('last');
  stream.end();
  await tick();
  expect(writes).toEqual(['last']);
  expect(stream.writableFinished).toBe(true);
});

it('is undisturbed by a stream that is destroyed before the task is over', async () => {
  const { stream, writes } = openStream();
  gatherWrites(stream)();
  stream.write('lost');
  stream.destroy();
  await tick();
  expect(writes).toEqual([]);
});
