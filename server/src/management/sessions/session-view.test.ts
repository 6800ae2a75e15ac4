import { describe, expect, it } from 'vitest';
import type { StoredMessage } from '../../conversations/index.ts';
import type { TurnRow } from '../../live/index.ts';
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
/** A message that an older version stored: it does not know its turn. */
const said = (speaker: StoredMessage['speaker'], message: string, at: number): StoredMessage => ({
  number: at,
  speaker,
  message,
  interrupted: false,
  fromPage: false,
  person: null,
  turn: null,
  at,
});

describe('the requests of a session to its endpoint', () => {
  it('put a reply that was interrupted with its own question, though it is written after the next one', () => {
    const turns = [chat(1, 1_000, 'The tide'), chat(2, 5_000)];
    const transcript = [
      said('user', 'When is high tide?', 1_000),
      said('user', 'No, low tide!', 5_000),
      { ...said('avatar', 'The tide', 5_010), interrupted: true },
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
      { ...said('avatar', 'Welcome to', 1_010), interrupted: true },
      { ...said('avatar', 'Words of the page.', 1_500), fromPage: true },
      said('avatar', 'Good day.', 2_000),
    ];
    expect(gatewayOf(session, [greeting, chat(2, 1_000)], transcript, [])).toMatchObject([
      { message: 'Hello?', reply: 'Good day.' },
    ]);
  });

  it('have the words of their own turn, however long a question waited', () => {
    const messages = [
      { ...said('user', 'One?', 1_000), turn: 1 },
      // Asked while the first answer was arriving, and sent to the endpoint much later.
      { ...said('user', 'Two?', 1_010), turn: 2 },
      { ...said('avatar', 'First answer.', 1_020), turn: 1 },
      { ...said('avatar', 'Words of the page.', 9_000), turn: 3, fromPage: true },
      { ...said('avatar', 'Second answer.', 9_500), turn: 2 },
    ];
    const page = { ...chat(3, 8_000), kind: 'say', sentAt: null };
    expect(gatewayOf(session, [chat(1, 1_000), chat(2, 9_000), page], messages, [])).toMatchObject([
      { turn: 1, message: 'One?', reply: 'First answer.' },
      { turn: 2, message: 'Two?', reply: 'Second answer.' },
    ]);
  });
});
