import type { Command } from '../command.ts';
import { callCommand } from './call-command.ts';

export const secretCommands: readonly Command[] = [
  callCommand('secret rotate SECRET', 'secrets.rotate', {
    flags: { now: { kind: 'switch', about: 'refuse immediately what the old secret has signed' } },
    body: ({ flags }) => (flags.now === true ? { now: true } : {}),
    show: ({ secret, oldAcceptedUntil }) =>
      oldAcceptedUntil === null
        ? `${secret}: replaced. What the old one signed is refused from now on.`
        : `${secret}: replaced. What the old one signed is accepted until ${new Date(oldAcceptedUntil).toISOString()}.`,
  }),
];
