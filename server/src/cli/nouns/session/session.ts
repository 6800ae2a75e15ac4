import type { Command } from '../../command.ts';
import { callCommand, listCommand } from '../call-command.ts';
import { sessionText } from './session-text.ts';

export const sessionCommands: readonly Command[] = [
  listCommand('session list', 'sessions.list', {
    fields: {
      avatar: 'only with this avatar, by id',
      user: 'only of this visitor: the id that the page gave, or the number',
      failed: 'only with failed turns',
    },
    flags: { live: { kind: 'switch', about: 'only live sessions' } },
    also: ({ flags }) => (flags.live === true ? { state: 'live' as const } : {}),
    limit: 100,
    columns: {
      ID: 'id',
      AVATAR: ({ avatar }) => avatar.id,
      USER: ({ user }) => user.id,
      NAME: ({ user }) => user.name,
      STATE: 'state',
      CREATED: 'createdAt',
      SECONDS: 'duration',
      FAILED: 'failedTurns',
      PERSON: ({ person, personRequest }) => person?.name ?? (personRequest === null ? null : 'asked for'),
      'ENDED BY': ({ endedBy, endReason }) => endedBy ?? endReason,
    },
  }),
  callCommand('session show SESSION', 'sessions.get', {
    show: sessionText,
  }),
  callCommand('session disconnect SESSION', 'sessions.disconnect', {
    show: () => 'The session has ended.',
  }),
  callCommand('session clear-context SESSION', 'sessions.clearContext', {
    show: () => 'The context is cleared. The language model forgets what was said.',
  }),
];
