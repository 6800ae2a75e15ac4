import type { Command } from '../command.ts';
import { callCommand } from './call-command.ts';

export const signInLinkCommands: readonly Command[] = [
  callCommand('sign-in-link EMAIL', 'signInLinks.create', {
    flags: {
      'reset-second-factor': { kind: 'switch', about: 'remove the second factor of somebody who lost it' },
    },
    body: ({ target, flags }) => ({
      email: target,
      ...(flags['reset-second-factor'] === true ? { resetSecondFactor: true } : {}),
    }),
    show: ({ url }) => url,
  }),
];
