import { describe, expect, it } from 'vitest';
import { Channel } from './channel.ts';

describe('a channel', () => {
  it('[SP1] yields everything in order, pushed before or after reading begins', async () => {
    const channel = new Channel<number>();
    channel.push(1);
    channel.push(2);
    const read = Array.fromAsync(channel);
    channel.push(3);
    channel.end();
    channel.push(4);
    expect(await read).toEqual([1, 2, 3]);
  });

  it('[SP63] a failure comes once, after the good pieces', async () => {
    const channel = new Channel<number>();
    channel.push(1);
    channel.fail(new Error('broken'));
    channel.fail(new Error('broken again'));
    expect(await channel.next()).toEqual({ done: false, value: 1 });
    await expect(channel.next()).rejects.toThrow('broken');
    expect(await channel.next()).toEqual({ done: true, value: undefined });
  });

  it('[SP6] an abort drops waiting items, and wakes the reader', async () => {
    const full = new Channel<number>();
    full.push(1);
    full.abort(new Error('called off'));
    await expect(full.next()).rejects.toThrow('called off');
    const empty = new Channel<number>();
    const next = empty.next();
    empty.abort(new Error('called off'));
    await expect(next).rejects.toThrow('called off');
  });

  it('[SP6] reports a reader that leaves early, but not one that has read everything', async () => {
    const events: string[] = [];
    const newChannel = () =>
      new Channel<number>({
        onLeave: () => events.push('left'),
        onClose: () => events.push('closed'),
      });
    const left = newChannel();
    left.push(1);
    for await (const _ of left) break;
    expect(events.splice(0)).toEqual(['left', 'closed']);
    const done = newChannel();
    done.end();
    await Array.fromAsync(done);
    await done.return();
    expect(events).toEqual(['closed']);
  });
});
