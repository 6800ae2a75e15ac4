import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Link, LinkEffect, LinkInput } from './link.ts';
import { stepLink } from './step-link.ts';

const credentials = { sessionId: 'ses_1', ticket: 'ticket', resume: 'first' };
const common = { version: 1, sessionId: 'ses_1', maxSessionDuration: -1, status: 'IDLE' as const };

const inputs: fc.Arbitrary<LinkInput> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<LinkInput>({ kind: 'opened' }) },
  {
    weight: 4,
    arbitrary: fc.nat(1000).map<LinkInput>((number) => ({
      kind: 'frame',
      frame: { type: 'welcome', ...common, resume: `secret-${number}`, resumed: true },
    })),
  },
  { weight: 6, arbitrary: fc.constant<LinkInput>({ kind: 'timer' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(1000, 1006, 1009, 4000, 4001, 4002, 4003, 4999).map<LinkInput>((code) => ({
      kind: 'closed',
      code,
      reason: '',
    })),
  },
  fc.constant<LinkInput>({ kind: 'frame', frame: { type: 'restart', afterMs: 2000 } }),
  fc.constant<LinkInput>({ kind: 'frame', frame: { type: 'pong' } }),
  fc.constant<LinkInput>({ kind: 'frame', frame: { type: 'end', reason: 'hangup' } }),
  fc.constant<LinkInput>({ kind: 'activity' }),
  fc.constant<LinkInput>({ kind: 'leave' }),
  fc.constant<LinkInput>({ kind: 'connect', credentials }),
);

type Transition = { readonly before: Link; readonly after: Link; readonly effects: readonly LinkEffect[] };

function run(sequence: readonly (readonly [LinkInput, number])[]): Transition[] {
  let link: Link = { kind: 'new' };
  let now = 0;
  const steps: Transition[] = [];
  for (const [input, passedMs] of [[{ kind: 'connect', credentials }, 0] as const, ...sequence]) {
    now += passedMs;
    const before = link;
    const step = stepLink(link, input, { now, random: 0.5, windowMs: 20_000, wantsEvents: false });
    link = step.link;
    steps.push({ before, after: link, effects: step.effects });
  }
  return steps;
}

const sequences = fc.array(fc.tuple(inputs, fc.constantFrom(0, 10, 300, 5000, 10_000)), { maxLength: 60 });
const ofKind = <K extends LinkEffect['kind']>(steps: readonly Transition[], kind: K) =>
  steps
    .flatMap(({ effects }) => effects)
    .filter((effect): effect is LinkEffect & { kind: K } => effect.kind === kind);

describe('any order of inputs to a link', () => {
  test('nothing follows the end, and it is reported once', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const steps = run(sequence);
        for (const { before, effects } of steps) if (before.kind === 'over') expect(effects).toEqual([]);
        const ends = ofKind(steps, 'notify').filter(({ change }) => change.state === 'terminated');
        expect(ends).toHaveLength(steps.at(-1)?.after.kind === 'over' ? 1 : 0);
      }),
    );
  });

  test('only the newest secret is sent, and the ticket never again after a welcome', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        let secret = 'first';
        for (const { before, effects } of run(sequence)) {
          for (const effect of effects) {
            if (effect.kind === 'secret') secret = effect.secret.resume;
            if (effect.kind === 'send' && effect.frame.type === 'hello') {
              expect(effect.frame.resume).toBe(secret);
              expect(effect.frame.ticket).toBe(secret === 'first' ? 'ticket' : undefined);
              expect(before.kind).toBe('joining');
            }
          }
        }
      }),
    );
  });

  test('there is never more than one socket, and every state before the end has a timer', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        let sockets = 0;
        for (const { before, after, effects } of run(sequence)) {
          for (const effect of effects) {
            if (effect.kind === 'open-socket') sockets += 1;
            if (effect.kind === 'discard-socket') sockets = 0;
          }
          expect(sockets).toBe(after.kind === 'joining' || after.kind === 'live' ? 1 : 0);
          if (before.kind !== after.kind && after.kind !== 'over') {
            expect(effects.some(({ kind }) => kind === 'timer')).toBe(true);
          }
        }
      }),
    );
  });

  test('without further inputs it always becomes welcomed or over', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        let link = run(sequence).at(-1)?.after ?? { kind: 'new' };
        let now = 1_000_000;
        for (let step = 0; step < 40 && link.kind !== 'over' && link.kind !== 'new'; step++) {
          const next = stepLink(
            link,
            { kind: 'timer' },
            { now, random: 0.5, windowMs: 20_000, wantsEvents: false },
          );
          for (const effect of next.effects) if (effect.kind === 'timer') now += effect.afterMs;
          link = next.link;
        }
        expect(link.kind).toBe('over');
      }),
    );
  });
});
