import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../kernel/index.ts';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { LinkUnavailable } from '../linked/link.ts';
import { linkedContract } from '../linked/linked.contract.ts';
import { hubLink } from '../testing/hub-link.ts';
import { createHub } from './hub.ts';

describe('the bus of workers', () => {
  const linksOf = (clock: Clock) => {
    const hub = createHub(clock);
    const stack = new AsyncDisposableStack();
    return {
      async connect() {
        const { link, close } = hubLink(hub);
        stack.defer(close);
        return link;
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  };

  linkedContract(
    async () => linksOf(systemClock),
    async () => {
      const clock = manualClock();
      return { ...linksOf(clock), advance: clock.advance };
    },
  );

  it('a worker without its parent knows it at once', async () => {
    const { link, close } = hubLink(createHub(systemClock));
    const states: boolean[] = [];
    link.watch((isUp) => states.push(isUp));
    const waiting = link.publish('a', 'b');
    const outcome = expect(waiting).rejects.toThrow(LinkUnavailable);
    await close();
    await outcome;
    expect(states).toEqual([false]);
    await expect(link.publish('a', 'b')).rejects.toThrow(LinkUnavailable);
  });

  it('a worker that is gone receives nothing, and the others still do', async () => {
    const hub = createHub(systemClock);
    const [gone, stays] = [hubLink(hub), hubLink(hub)];
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
