import type { Command } from '../command.ts';
import { callCommand } from './call-command.ts';

export const signInLinkCommands: readonly Command[] = [
  callCommand('sign-in-link EMAIL', 'signInLinks.create', {
    flags: {
      'reset-second-factor': {
        kind: 'switch',
        about: 'turn off the person’s second factor, if they lost it',
      },
    },
    body: ({ target, flags }) => ({
      email: target,
      ...(flags['reset-second-factor'] === true ? { resetSecondFactor: true } : {}),
    }),
    show: ({ url }) => url,
  }),
];
