import type { Command } from '../command.ts';

export const signInLinkCommands: readonly Command[] = [
  {
    noun: 'sign-in-link',
    verb: '',
    about: 'make a link that signs somebody in to the dashboard once, within a day',
    target: 'EMAIL',
    flags: {
      'reset-second-factor': {
        kind: 'switch',
        about: 'remove the second factor of somebody who lost it',
      },
    },
    run: ({ target, flags, service }) =>
      service.call('POST', '/operator/sign-in-links', {
        email: target,
        ...(flags['reset-second-factor'] === true ? { reset_second_factor: true } : {}),
      }),
    show: ({ url }: { url: string }) => url,
  },
];
