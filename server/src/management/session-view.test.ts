import type { TranscriptEntry } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { TurnRow } from '../live/index.ts';
import { gatewayOf } from './session-view.ts';

const session = { login: 'none', logout: 'none', firstConnectedAt: 0, endedAt: null };
const chat = (number: number, receivedAt: number, heard: string | null = null): TurnRow => ({
  number,
  kind: 'chat',
  outcome: heard === null ? 'answered' : 'interrupted',
  receivedAt,
  sentAt: receivedAt + 1,
  firstByteAt: receivedAt + 2,
  firstSentenceAt: receivedAt + 3,
  firstAudioAt: null,
  endedAt: receivedAt + 4,
  heard,
  detail: null,
});
const said = (speaker: TranscriptEntry['speaker'], message: string, timestamp: number): TranscriptEntry => ({
  speaker,
  message,
  timestamp,
});

describe('the requests of a session to its endpoint', () => {
  it('put a reply that was interrupted with its own question, though it is written after the next one', () => {
    const turns = [chat(1, 1_000, 'The tide'), chat(2, 5_000)];
    const transcript = [
      said('user', 'When is high tide?', 1_000),
      said('user', 'No, low tide!', 5_000),
      { ...said('avatar', 'The tide', 5_010), interrupted: true as const },
      said('avatar', 'At noon.', 6_000),
    ];
    expect(gatewayOf(session, turns, transcript, [])).toMatchObject([
      { message: 'When is high tide?', reply: 'The tide' },
      { message: 'No, low tide!', reply: 'At noon.' },
    ]);
  });

  it('leave out the words of the page and a greeting that a question interrupted', () => {
    const greeting = { ...chat(1, 0, 'Welcome to'), kind: 'greeting', sentAt: null };
    const transcript = [
      said('user', 'Hello?', 1_000),
      { ...said('avatar', 'Welcome to', 1_010), interrupted: true as const },
      { ...said('avatar', 'Words of the page.', 1_500), source: 'page' as const },
      said('avatar', 'Good day.', 2_000),
    ];
    expect(gatewayOf(session, [greeting, chat(2, 1_000)], transcript, [])).toMatchObject([
      { message: 'Hello?', reply: 'Good day.' },
    ]);
  });
});
