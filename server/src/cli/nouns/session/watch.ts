import { randomUUID } from 'node:crypto';
import { type Command, command } from '../../command.ts';
import { callCommand, paramsOf } from '../call-command.ts';
import { accountFlag } from '../which-account.ts';
import { followPrinter, followSession } from './follow-session.ts';
import { takeOver } from './take-over.ts';

export const watchCommands: readonly Command[] = [
  command('session watch SESSION', 'print a live conversation as it happens; Ctrl-C ends it', {
    flags: { account: accountFlag },
    run: async (context) => {
      const { service, json, print } = context;
      const params = await paramsOf('sessions.watch', context);
      const show = followPrinter(json, print);
      for await (const followed of followSession(service, params, new AbortController().signal))
        show(followed);
    },
  }),
  command(
    'session take SESSION',
    'answer the visitor in place of the brain: each line that you type is said; "/release" or Ctrl-D hands the session back',
    {
      flags: {
        account: accountFlag,
        cut: { kind: 'switch', about: 'stop the reply that is being said; --no-cut lets it finish first' },
      },
      run: async (context) => {
        const { flags, service, json, print } = context;
        const params = await paramsOf('sessions.take', context);
        await takeOver({ service, params, cut: flags.cut !== false, json, input: process.stdin, print });
      },
    },
  ),
  callCommand('session say SESSION', 'sessions.say', {
    fields: { text: 'what the avatar says' },
    also: () => ({ id: randomUUID() }),
    show: () => 'The avatar says it.',
  }),
  callCommand('session release SESSION', 'sessions.release', {
    show: () => 'The session is handed back. The brain answers again.',
  }),
];
