import { expect, it } from 'vitest';
import { createMemoryTopics } from './memory-topics.ts';
import { openSharedValue } from './shared-value.ts';

const open = (topics: ReturnType<typeof createMemoryTopics>, read: () => Promise<string>) =>
  openSharedValue({ topic: 'secret', topics, read, onError: () => {} });

it('a change in one process is read by the other, and kept by the first', async () => {
  const topics = createMemoryTopics();
  let stored = 'old';
  let reads = 0;
  const read = async () => {
    reads += 1;
    return stored;
  };
  await using one = await open(topics, read);
  await using other = await open(topics, read);
  stored = 'new';
  one.replace('new');
  expect(one.get()).toBe('new');
  await expect.poll(() => other.get()).toBe('new');
  expect(reads).toBe(3);
});

it('what was changed while messages were lost is read when the link is back', async () => {
  const topics = createMemoryTopics();
  let stored = 'old';
  await using value = await open(topics, async () => stored);
  stored = 'new';
  expect(value.get()).toBe('old');
  topics.handleReconnect();
  await expect.poll(() => value.get()).toBe('new');
});

it('a read that began before a change does not bring the old value back', async () => {
  const topics = createMemoryTopics();
  const slow = Promise.withResolvers<string>();
  const answers = [Promise.resolve('old'), slow.promise];
  await using value = await open(topics, () => answers.shift() ?? Promise.resolve('other'));
  topics.handleReconnect();
  value.replace('new');
  slow.resolve('old');
  await slow.promise;
  await new Promise(setImmediate);
  expect(value.get()).toBe('new');
});
