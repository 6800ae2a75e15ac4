import type { EventDetails } from '@parley/protocol';
import { describe, expect, test } from 'vitest';
import type { SharedEvents } from '../events.ts';
import { ConnectionEvents } from './connection-events.ts';

type Details = EventDetails['connection:state-changed'];
const identity = { session_id: 'ses_a', avatar_id: '7', user_id: '12', user_name: 'Grace' };
const details = { identity, maxSessionDuration: 90 };
const byService = (state: Details['state'], more: Partial<Details> = {}): Details => ({
  ...identity,
  state,
  max_session_duration: 90,
  timestamp: 1,
  ...more,
});

function connectionEvents(retries = true) {
  const events: SharedEvents['connection:state-changed'][] = [];
  const connection = new ConnectionEvents((details) => events.push(details), retries);
  const begin = () => {
    connection.handleChange({ state: 'connecting', resuming: false }, details);
    connection.handleChange({ state: 'connected', resumed: false, maxSessionDuration: 90 }, details);
    connection.handleEvent(byService('connected'));
  };
  return { events, connection, begin, states: () => events.map(({ state }) => state) };
}

describe('what a page learns about its connection', () => {
  test('is what webhooks get, with the same fields', () => {
    const { events, connection, begin } = connectionEvents();
    begin();
    const end = byService('disconnected', { reason: 'hangup', will_attempt_reconnect: false, duration: 3 });
    connection.handleEvent(end);
    connection.handleEnd({ reason: 'hangup', message: '', confirmed: true }, details);
    expect(events).toMatchObject([
      { state: 'connecting', ...identity, max_session_duration: 90, is_reconnect_attempt: false },
      { state: 'connected', ...identity },
      end,
    ]);
    expect(events).toHaveLength(3);
  });

  test('the page itself reports a drop, but not the tries to reconnect', () => {
    const { events, connection, begin, states } = connectionEvents();
    begin();
    for (let attempt = 0; attempt < 3; attempt++) {
      connection.handleChange({ state: 'disconnected', reason: 'dropped' }, details);
      connection.handleChange({ state: 'connecting', resuming: true }, details);
    }
    connection.handleEvent(byService('connected'));
    expect(states()).toEqual(['connecting', 'connected', 'disconnected', 'connecting', 'connected']);
    expect(events[2]).toMatchObject({ reason: 'timeout', will_attempt_reconnect: true, duration: 0 });
  });

  test('a drop without a reconnect is one disconnection', () => {
    const { connection, begin, states } = connectionEvents();
    begin();
    connection.handleChange({ state: 'disconnected', reason: 'dropped' }, details);
    connection.handleEnd({ reason: 'lost', message: '', confirmed: false }, details);
    expect(states()).toEqual(['connecting', 'connected', 'disconnected']);
  });

  test.each([
    ['max_duration_reached', 'max_duration_reached'],
    ['auth_failed', 'auth_failed'],
    ['replaced', 'timeout'],
  ])('an end by %s that the service did not report has the reason %s', (reason, expected) => {
    const { events, connection, begin } = connectionEvents();
    begin();
    connection.handleEnd({ reason, message: '', confirmed: true }, details);
    expect(events.at(-1)).toMatchObject({
      state: 'disconnected',
      reason: expected,
      will_attempt_reconnect: false,
    });
  });

  test('a refused page gets a failed authentication, without a session', () => {
    const { events, connection } = connectionEvents();
    const withoutUser = { identity: { avatar_id: '7' }, maxSessionDuration: -1 };
    connection.handleRefusal(true, withoutUser);
    connection.handleRefusal(false, withoutUser);
    expect(events).toMatchObject([
      { state: 'disconnected', reason: 'auth_failed', duration: 0 },
      { reason: 'timeout' },
    ]);
    expect(events[0]).not.toHaveProperty('session_id');
  });
});
