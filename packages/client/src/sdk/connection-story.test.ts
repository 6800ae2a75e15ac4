import type { EventDetails } from '@parley/protocol';
import { describe, expect, test } from 'vitest';
import { ConnectionStory } from './connection-story.ts';
import type { ToldEvents } from './events.ts';

type Details = EventDetails['connection:state-changed'];
const who = { session_id: 'ses_a', avatar_id: '7', user_id: '12', user_name: 'Grace' };
const facts = { who, maxSessionDuration: 90 };
const byService = (state: Details['state'], more: Partial<Details> = {}): Details => ({
  ...who,
  state,
  max_session_duration: 90,
  timestamp: 1,
  ...more,
});

function story(retries = true) {
  const told: ToldEvents['connection:state-changed'][] = [];
  const teller = new ConnectionStory({ tell: (details) => told.push(details) }, retries);
  const begin = () => {
    teller.handleChange({ state: 'connecting', resuming: false }, facts);
    teller.handleChange({ state: 'connected', resumed: false, maxSessionDuration: 90 }, facts);
    teller.handleEvent(byService('connected'));
  };
  return { told, teller, begin, states: () => told.map(({ state }) => state) };
}

describe('what a page is told of its connection', () => {
  test('is what webhooks are told, with the same fields', () => {
    const { told, teller, begin } = story();
    begin();
    const end = byService('disconnected', { reason: 'hangup', will_attempt_reconnect: false, duration: 3 });
    teller.handleEvent(end);
    teller.handleEnd({ reason: 'hangup', message: '', confirmed: true }, facts);
    expect(told).toMatchObject([
      { state: 'connecting', ...who, max_session_duration: 90, is_reconnect_attempt: false },
      { state: 'connected', ...who },
      end,
    ]);
    expect(told).toHaveLength(3);
  });

  test('a drop is told by the page itself, and the tries on the way back are not', () => {
    const { told, teller, begin, states } = story();
    begin();
    for (let attempt = 0; attempt < 3; attempt++) {
      teller.handleChange({ state: 'disconnected', reason: 'dropped' }, facts);
      teller.handleChange({ state: 'connecting', resuming: true }, facts);
    }
    teller.handleEvent(byService('connected'));
    expect(states()).toEqual(['connecting', 'connected', 'disconnected', 'connecting', 'connected']);
    expect(told[2]).toMatchObject({ reason: 'timeout', will_attempt_reconnect: true, duration: 0 });
  });

  test('a drop without a way back is one disconnection', () => {
    const { teller, begin, states } = story();
    begin();
    teller.handleChange({ state: 'disconnected', reason: 'dropped' }, facts);
    teller.handleEnd({ reason: 'lost', message: '', confirmed: false }, facts);
    expect(states()).toEqual(['connecting', 'connected', 'disconnected']);
  });

  test.each([
    ['max_duration_reached', 'max_duration_reached'],
    ['auth_failed', 'auth_failed'],
    ['replaced', 'timeout'],
  ])('an end by %s that the service did not tell has the reason %s', (reason, expected) => {
    const { told, teller, begin } = story();
    begin();
    teller.handleEnd({ reason, message: '', confirmed: true }, facts);
    expect(told.at(-1)).toMatchObject({
      state: 'disconnected',
      reason: expected,
      will_attempt_reconnect: false,
    });
  });

  test('a page that was refused hears of a failed authentication, without a session', () => {
    const { told, teller } = story();
    const nobody = { who: { avatar_id: '7' }, maxSessionDuration: -1 };
    teller.handleRefusal(true, nobody);
    teller.handleRefusal(false, nobody);
    expect(told).toMatchObject([
      { state: 'disconnected', reason: 'auth_failed', duration: 0 },
      { reason: 'timeout' },
    ]);
    expect(told[0]).not.toHaveProperty('session_id');
  });
});
