import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { contained } from './contained.ts';

it.each([
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  [
    'rejects later',
    async () => {
      await null;
      throw new Error('broken');
    },
  ],
])(
  'a listener that %s reports its failure with its input, and the next listener is called',
  async (_how, fail) => {
    const failures: unknown[] = [];
    const heard: unknown[] = [];
    const emitter = new EventEmitter();
    emitter.on(
      'message',
      contained(
        (_text: string) => fail(),
        (error, text) => void failures.push([String(error), text]),
      ),
    );
    emitter.on('message', (text) => heard.push(text));
    emitter.emit('message', 'a');
    await expect.poll(() => failures).toEqual([['Error: broken', 'a']]);
    expect(heard).toEqual(['a']);
  },
);

it('a listener that succeeds reports nothing', async () => {
  const failures: unknown[] = [];
  contained(
    async () => 1,
    (error) => void failures.push(error),
  )();
  contained(
    () => 1,
    (error) => void failures.push(error),
  )();
  await Promise.resolve();
  expect(failures).toEqual([]);
});
