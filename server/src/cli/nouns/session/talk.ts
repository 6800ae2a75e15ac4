import { type Command, command } from '../../command.ts';
import { talk } from '../../talk/talk.ts';
import { listOf, textFlag, textOf, wholeNumberOf } from '../flag-values.ts';
import { accountFlag } from '../which-account.ts';
import { reasonsFor } from './reasons.ts';

export const talkCommands: readonly Command[] = [
  command('talk AVATAR', 'talk to an avatar: type line by line, or say what --say gives and hang up', {
    flags: {
      account: accountFlag,
      say: { kind: 'texts', about: 'what to say; each is said when the avatar has answered the one before' },
      token: textFlag('token for a private avatar; each token opens one session'),
      user: textFlag('your id, as a page would give it'),
      name: textFlag('your name'),
      origin: textFlag('talk as a page of this origin'),
      wait: textFlag('after each answer, wait this many seconds for a callback message'),
    },
    run: async (context) => {
      const { flags, target, service, json, print } = context;
      const options = {
        url: await service.url(),
        avatarId: target,
        token: textOf(flags.token),
        userId: textOf(flags.user),
        userName: textOf(flags.name),
        origin: textOf(flags.origin),
      };
      const waitMs = 1000 * (wholeNumberOf('wait', flags) ?? 0);
      const turnsOf = await reasonsFor(context);
      const say = listOf(flags.say) ?? [];
      await talk({ options, say, waitMs, json, turnsOf, input: process.stdin, print });
    },
  }),
];
