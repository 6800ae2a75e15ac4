import type { Command, Flags } from '../command.ts';
import { talk } from '../talk/talk.ts';

const textFlag = (flags: Flags, name: string): string | undefined =>
  typeof flags[name] === 'string' ? flags[name] : undefined;

export const talkCommands: readonly Command[] = [
  {
    noun: 'talk',
    verb: '',
    about: 'talk with an avatar: line by line, or say what --say gives and hang up',
    target: 'AVATAR',
    flags: {
      say: { kind: 'texts', about: 'what to say; each is said when the avatar has answered the one before' },
      token: { kind: 'text', about: 'token for a private avatar; it opens one session' },
      user: { kind: 'text', about: 'your id, as a page would give it' },
      name: { kind: 'text', about: 'your name' },
      origin: { kind: 'text', about: 'speak as a page of this origin' },
    },
    run: async ({ flags, target, service, json, print }) => {
      const options = {
        url: await service.url(),
        avatarId: target,
        token: textFlag(flags, 'token'),
        userId: textFlag(flags, 'user'),
        userName: textFlag(flags, 'name'),
        origin: textFlag(flags, 'origin'),
      };
      const say = Array.isArray(flags.say) ? (flags.say as readonly string[]) : [];
      await talk({ options, say, json, input: process.stdin, print });
    },
  },
];
