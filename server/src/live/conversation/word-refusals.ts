import { maxSessionWordsBytes } from '@parley/protocol';

/** Whether a session took words. `too-many`: too much waits already. `full`: it has stored as much as it may. */
export type WordsTaken = 'taken' | 'too-many' | 'full';

/** What the sender of words is told if they were not taken. The session goes on. */
export const wordRefusals = {
  'too-many': { code: 'too_many_messages', message: 'Too many messages. Please slow down.' },
  full: {
    code: 'session_full',
    message: `This session has stored as many words as it may: ${maxSessionWordsBytes} bytes. Start a new session.`,
  },
} as const;
