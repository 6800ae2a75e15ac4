import type { Command, CommandContext } from '../command.ts';
import { textRecord, textTable } from '../table.ts';
import { type SessionView, sessionText } from './session-text.ts';
import { accountFlag, scopeFlag, scopeQuery, whichAccount } from './which-account.ts';

export const sessionCommands: readonly Command[] = [
  {
    noun: 'session',
    verb: 'list',
    about: 'list an account’s sessions, newest first',
    flags: {
      account: accountFlag,
      avatar: { kind: 'text', about: 'only with this avatar, by id' },
      live: { kind: 'switch', about: 'only those that are alive' },
    },
    run: async (context) => {
      const { avatar, live } = context.flags;
      const query = new URLSearchParams({ account: await whichAccount(context) });
      if (typeof avatar === 'string') query.set('avatar', avatar);
      if (live === true) query.set('live', 'true');
      const answer = await context.service.call('GET', `/operator/sessions?${query}`);
      return (answer as { sessions: SessionView[] }).sessions;
    },
    show: (sessions: SessionView[]) =>
      textTable(
        ['ID', 'AVATAR', 'USER', 'NAME', 'STATE', 'STATUS', 'CREATED', 'SECONDS', 'ENDED BY'],
        sessions.map((session) =>
          [
            session.id,
            session.avatar,
            session.user_id,
            session.user_name,
            session.state,
            session.status,
            session.created_at,
            session.duration,
            session.end_reason,
          ].map((cell) => String(cell ?? '-')),
        ),
      ),
  },
  {
    noun: 'session',
    verb: 'show',
    about: 'show a session with its turns, transcript and events',
    target: 'SESSION',
    flags: { account: scopeFlag },
    run: (context) => context.service.call('GET', sessionPath(context)),
    show: sessionText,
  },
  change('disconnect', 'end a live session'),
  change('clear-context', 'make the language model forget what was said so far'),
];

function change(verb: string, about: string): Command {
  return {
    noun: 'session',
    verb,
    about,
    target: 'SESSION',
    flags: { account: scopeFlag },
    run: (context) => context.service.call('POST', sessionPath(context, `/${verb}`)),
    show: textRecord,
  };
}

const sessionPath = (context: CommandContext, rest = ''): string =>
  `/operator/sessions/${encodeURIComponent(context.target)}${rest}${scopeQuery(context)}`;
