import type { Command } from '../command.ts';
import { textTable } from '../table.ts';
import { callCommand, listCommand } from './call-command.ts';

/** What only the operator can do. */
export const operatorCommands: readonly Command[] = [
  listCommand('mail list', 'mails.list', {
    limit: 50,
    columns: { CREATED: 'createdAt', STATE: 'state', TO: 'to', SUBJECT: 'subject' },
  }),
  callCommand('sign-in-link EMAIL', 'signInLinks.create', {
    fields: { 'reset-second-factor': 'turn off the person’s second factor, if they lost it' },
    also: ({ target }) => ({ email: target }),
    show: ({ url }) => url,
  }),
  callCommand('secret rotate SECRET', 'secrets.rotate', {
    fields: { now: 'refuse immediately what the old secret has signed' },
    show: ({ secret, oldAcceptedUntil }) =>
      oldAcceptedUntil === null
        ? `${secret}: replaced. What the old one signed is refused from now on.`
        : `${secret}: replaced. What the old one signed is accepted until ${new Date(oldAcceptedUntil).toISOString()}.`,
  }),
];

const processColumns = {
  PROCESS: 'id',
  HOST: 'host',
  PID: 'pid',
  STATE: 'state',
  VERSION: 'version',
  ROLES: 'roles',
  SESSIONS: 'sessions',
  LAG: 'lag',
  STARTED: 'startedAt',
  ANSWERS: 'answers',
} as const;

export const processesCommands: readonly Command[] = [
  callCommand('processes', 'processes.list', {
    show: ({ processes, items }) => {
      const parts = textTable({ PART: 'name', STATE: 'state', ABOUT: 'about' }, items);
      if (processes.length === 0) return parts;
      const rows = processes.map(({ roles, lagMs, isAnswering, ...process }) => ({
        ...process,
        roles: roles.join(','),
        lag: `${Math.round(lagMs)} ms`,
        answers: isAnswering ? 'yes' : '',
      }));
      return `${textTable(processColumns, rows)}\n\n${parts}`;
    },
  }),
];
