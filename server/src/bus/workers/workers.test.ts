import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/index.ts';
import { LinkUnavailable } from '../linked/link.ts';
import { linkedContract } from '../linked/linked.contract.ts';
import { createHub, type Hub } from './hub.ts';
import type { Wire } from './wire.ts';
import { WorkerLink } from './worker-link.ts';

const wireOf = (port: MessagePort): Wire => ({
  send: (message) => port.postMessage(message),
  onMessage: (listener) => void port.on('message', listener),
  onClose: (listener) => void port.once('close', listener),
});

const connectTo = (hub: Hub) => {
  const { port1, port2 } = new MessageChannel();
  hub.add(wireOf(port1));
  const closed = once(port1, 'close');
  const close = async () => {
    port2.close();
    await closed;
  };
  return { link: new WorkerLink(wireOf(port2)), close };
};

describe('the bus of workers', () => {
  linkedContract(async () => {
    const hub = createHub(systemClock);
    const stack = new AsyncDisposableStack();
    return {
      async connect() {
        const { link, close } = connectTo(hub);
        stack.defer(close);
        return link;
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  });

  it('a worker without its parent knows it at once', async () => {
    const { link, close } = connectTo(createHub(systemClock));
    const states: boolean[] = [];
    link.watch((isUp) => states.push(isUp));
    const waiting = link.publish('a', 'b');
    const outcome = expect(waiting).rejects.toThrow(LinkUnavailable);
    await close();
    await outcome;
    expect(states).toEqual([false]);
    await expect(link.publish('a', 'b')).rejects.toThrow(LinkUnavailable);
  });

  it('a worker that is gone receives nothing, and takes no other with it', async () => {
    const hub = createHub(systemClock);
    const [gone, stays] = [connectTo(hub), connectTo(hub)];
    const heard: string[] = [];
    await gone.link.subscribe('news', () => heard.push('gone'));
    await stays.link.subscribe('news', (message) => heard.push(message));
    expect(await stays.link.publish('news', 'both')).toBe(2);
    await gone.close();
    await expect.poll(() => stays.link.publish('news', 'one')).toBe(1);
    expect(heard).toContain('one');
    await stays.close();
  });
});
