import type { Command } from '../command.ts';
import { textTable } from '../table.ts';
import { callCommand } from './call-command.ts';

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
      const columns = {
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
      return `${textTable(columns, rows)}\n\n${parts}`;
    },
  }),
];
