import { graceMs, leavingMs, ticketLifetimeMs } from '@parley/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequenceProblem } from '../testing/connection-events.ts';
import {
  connectedMs,
  type Link,
  type LinkEvent,
  type LinkInput,
  linkDeadline,
  stepLink,
} from './step-link.ts';

const start = 1_700_000_000_000;
const fresh: Link = { kind: 'waiting', since: start };

/** Feeds inputs at moments in seconds after the start, and collects the published events. */
function live(inputs: readonly (readonly [number, LinkInput])[], maxDurationSeconds = -1) {
  let link: Link = fresh;
  const published: LinkEvent[] = [];
  for (const [seconds, input] of inputs) {
    const step = stepLink(link, input, start + seconds * 1000, maxDurationSeconds);
    link = step.link;
    published.push(...step.events);
  }
  return { link, published };
}

const joined = { kind: 'joined' } as const;
const lost = { kind: 'lost', returns: true } as const;
const lostForGood = { kind: 'lost', returns: false } as const;
const leaving = { kind: 'leaving' } as const;
const stayed = { kind: 'stayed' } as const;
const tick = { kind: 'tick' } as const;
const hangup = { kind: 'finish', reason: 'hangup', by: 'visitor' } as const;
const states = (published: readonly LinkEvent[]) => published.map(({ state }) => state);
const disconnected = (reason: string, willReconnect: boolean, durationSeconds: number) => ({
  state: 'disconnected',
  reason,
  willReconnect,
  durationSeconds,
});

describe('the link', () => {
  it('[LV5] an unused ticket ends in a time-out of no duration, and not a moment sooner', () => {
    const before = stepLink(fresh, tick, start + ticketLifetimeMs - 1, -1);
    expect(before).toEqual({ link: fresh, events: [] });
    const { link, events } = stepLink(fresh, tick, start + ticketLifetimeMs, -1);
    expect(link).toMatchObject({ kind: 'ended', reason: 'timeout', before: null });
    expect(events).toEqual([disconnected('timeout', false, 0)]);
  });

  it('[LV10] goes round: connecting, connected, disconnected, connecting, connected', () => {
    const { published } = live([
      [1, joined],
      [5, lost],
      [9, joined],
      [10, hangup],
    ]);
    expect(states(published)).toEqual([
      'connecting',
      'connected',
      'disconnected',
      'connecting',
      'connected',
      'disconnected',
    ]);
  });

  it('[LV11] a drop says that the client may come back, and lasts for the grace period', () => {
    const { link, published } = live([
      [0, joined],
      [7.9, lost],
    ]);
    expect(published.at(-1)).toEqual(disconnected('timeout', true, 7));
    const at = start + 7_900 + graceMs;
    expect(stepLink(link, tick, at - 1, -1).link.kind).toBe('dropped');
    expect(stepLink(link, tick, at, -1).link).toMatchObject({ kind: 'ended', reason: 'timeout' });
  });

  it('[LV26] a page that leaves has hung up, unless it comes back within 5 s', () => {
    const left = [
      [0, joined],
      [7.9, leaving],
      [8, lost],
    ] as const;
    const { link, published } = live(left);
    expect(states(published)).toEqual(['connecting', 'connected']);
    const at = start + 7_900 + leavingMs;
    expect(stepLink(link, tick, at - 1, -1)).toEqual({ link, events: [] });
    const over = stepLink(link, tick, at, -1);
    expect(over.link).toMatchObject({ kind: 'ended', reason: 'hangup', by: 'visitor' });
    expect(over.events).toEqual([disconnected('hangup', false, 7)]);
    for (const back of [joined, stayed]) {
      const resumed = live([...left, [10, back], [11, hangup]]);
      expect(resumed.published.slice(2)).toEqual([disconnected('hangup', false, 8)]);
    }
  });

  it('[LV27] the session does not wait for a client that does not reconnect', () => {
    const { link, published } = live([
      [0, joined],
      [3, lostForGood],
    ]);
    expect(link).toMatchObject({ kind: 'ended', reason: 'timeout', by: 'drop' });
    expect(published.at(-1)).toEqual(disconnected('timeout', false, 3));
  });

  it('[LV13] a second socket that comes before the first was lost publishes a drop first', () => {
    const { published } = live([
      [0, joined],
      [4, joined],
    ]);
    expect(published.slice(2)).toEqual([
      disconnected('timeout', true, 4),
      { state: 'connecting' },
      { state: 'connected' },
    ]);
  });

  it('[LV14] the end of a dropped session publishes nothing more, whatever ended it', () => {
    for (const [seconds, end] of [
      [30, tick],
      [10, hangup],
    ] as const) {
      const { published, link } = live([
        [0, joined],
        [5, lost],
        [seconds, end],
      ]);
      expect(link.kind).toBe('ended');
      expect(states(published)).toEqual(['connecting', 'connected', 'disconnected']);
    }
  });

  it('[LV15] a hang-up is final', () => {
    const { published } = live([
      [0, joined],
      [3, hangup],
      [4, joined],
      [5, lost],
      [6, hangup],
      [99, tick],
    ]);
    expect(published.slice(2)).toEqual([disconnected('hangup', false, 3)]);
  });

  it('[LV16] the max duration counts from the first connection and includes drops', () => {
    const drops = [
      [2, joined],
      [5, lost],
      [8, joined],
    ] as const;
    expect(live([...drops, [11.9, tick]], 10).link.kind).toBe('connected');
    const { link, published } = live([...drops, [12, tick]], 10);
    expect(link).toMatchObject({ kind: 'ended', reason: 'max_duration_reached' });
    expect(published.at(-1)).toEqual(disconnected('max_duration_reached', false, 7));
  });

  it('[LV16] the max duration ends a dropped session too', () => {
    const { link } = live(
      [
        [0, joined],
        [9, lost],
        [10, tick],
      ],
      10,
    );
    expect(link).toMatchObject({ kind: 'ended', reason: 'max_duration_reached' });
  });

  it('[LV17] the duration is the sum of all connections, in whole seconds', () => {
    const { published } = live([
      [0, joined],
      [1.6, lost],
      [10, joined],
      [11.6, hangup],
    ]);
    expect(published.filter(({ state }) => state === 'disconnected')).toEqual([
      disconnected('timeout', true, 1),
      disconnected('hangup', false, 3),
    ]);
  });

  it('[LV17] a clock that is set back takes nothing away', () => {
    const { published, link } = live([
      [100, joined],
      [110, lost],
      [50, joined],
      [40, hangup],
    ]);
    expect(published.at(-1)).toEqual(disconnected('hangup', false, 10));
    expect(connectedMs(link, start)).toBe(10_000);
  });
});

const inputs = fc.oneof(
  { weight: 3, arbitrary: fc.constant<LinkInput>(joined) },
  { weight: 3, arbitrary: fc.constant<LinkInput>(lost) },
  { weight: 4, arbitrary: fc.constant<LinkInput>(tick) },
  { weight: 2, arbitrary: fc.constantFrom<LinkInput>(leaving, stayed) },
  { weight: 1, arbitrary: fc.constant<LinkInput>(lostForGood) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<LinkInput>(
      hangup,
      { kind: 'finish', reason: 'auth_failed', by: 'endpoint' },
      { kind: 'finish', reason: 'timeout', by: 'limit' },
    ),
  },
);
const lives = fc.record({
  steps: fc.array(
    fc.tuple(
      inputs,
      fc.oneof(fc.nat(1500), fc.nat(40_000), fc.constantFrom(0, graceMs, ticketLifetimeMs, -5_000)),
    ),
    { maxLength: 40 },
  ),
  maxDurationSeconds: fc.constantFrom(-1, 1, 15, 60, 3600),
});

describe('any sequence of inputs', () => {
  it('[LV10] [LV14] [LV17] publishes events in an order that the contract allows', () => {
    fc.assert(
      fc.property(lives, ({ steps, maxDurationSeconds }) => {
        let link: Link = fresh;
        let now = start;
        // Creating a session publishes its first `connecting`.
        const published: LinkEvent[] = [{ state: 'connecting' }];
        let longest = 0;
        const forward = steps.every(([, laterMs]) => laterMs >= 0);
        for (const [input, laterMs] of steps) {
          now += laterMs;
          const before = link;
          const step = stepLink(before, input, now, maxDurationSeconds);
          link = step.link;
          published.push(...step.events);
          if (before.kind === 'ended') {
            expect(step).toEqual({ link: before, events: [] });
          }
          const total = connectedMs(link, now);
          if (forward) expect(total).toBeGreaterThanOrEqual(longest);
          longest = Math.max(longest, total);
          expect(link.kind === 'ended').toBe(linkDeadline(link, maxDurationSeconds) === null);
        }
        const problem = sequenceProblem(
          published.map((event) =>
            event.state === 'disconnected' ? { ...event, duration: event.durationSeconds } : event,
          ),
        );
        expect(problem).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it('[LV11] [LV16] a tick changes something exactly when the deadline has come', () => {
    fc.assert(
      fc.property(lives, fc.nat(100_000), ({ steps, maxDurationSeconds }, laterMs) => {
        let link: Link = fresh;
        let now = start;
        for (const [input, pauseMs] of steps) {
          now += Math.max(0, pauseMs);
          link = stepLink(link, input, now, maxDurationSeconds).link;
        }
        const deadline = linkDeadline(link, maxDurationSeconds);
        const after = stepLink(link, tick, now + laterMs, maxDurationSeconds);
        expect(after.link !== link).toBe(deadline !== null && now + laterMs >= deadline);
      }),
      { numRuns: 2_000 },
    );
  });
});
