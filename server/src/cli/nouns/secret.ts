import type { Command } from '../command.ts';
import { callCommand } from './call-command.ts';

export const secretCommands: readonly Command[] = [
  callCommand('secret rotate SECRET', 'secrets.rotate', {
    flags: { now: { kind: 'switch', about: 'accept nothing any more that the old secret has made' } },
    body: ({ flags }) => (flags.now === true ? { now: true } : {}),
    show: ({ secret, oldAcceptedUntil }) =>
      oldAcceptedUntil === null
        ? `${secret}: replaced. Nothing that the old one has made is accepted any more.`
        : `${secret}: replaced. What the old one has made is accepted until ${new Date(oldAcceptedUntil).toISOString()}.`,
  }),
];
