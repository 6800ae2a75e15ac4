import { Text } from '@mantine/core';
import type { RunningProcess } from '@parley/protocol/management';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { plainNumber } from '../../components/values/format-time.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.operator;
const tones = { running: 'good', draining: 'warn', gone: 'bad' } as const;
const roleCount = 3;

const columns: readonly Column<RunningProcess>[] = [
  {
    key: 'id',
    title: text.processId,
    cell: ({ id, host, pid, isAnswering }) => (
      <>
        {`${host}, ${pid}`}
        <Text component="span" size="xs" c="dimmed" display="block" className="mono">
          {id}
        </Text>
        {isAnswering ? (
          <Text component="span" size="xs" c="dimmed" display="block">
            {text.answering}
          </Text>
        ) : null}
      </>
    ),
  },
  {
    key: 'state',
    title: text.processState,
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{text.runningStates[state]}</StatusBadge>,
  },
  {
    key: 'roles',
    title: text.roles,
    cell: ({ roles }) => (roles.length === roleCount ? text.allRoles : roles.join(', ')),
  },
  {
    key: 'sessions',
    title: text.sessionsHere,
    alignRight: true,
    cell: ({ sessions }) => <span className="number">{plainNumber(sessions)}</span>,
  },
  {
    key: 'lag',
    title: text.lag,
    alignRight: true,
    cell: ({ lagMs }) => (
      <span className="number">{fill(text.lagMs, { ms: plainNumber(Math.round(lagMs)) })}</span>
    ),
  },
  { key: 'version', title: text.version, cell: ({ version }) => version },
  {
    key: 'redis',
    title: text.redis,
    cell: ({ redis }) =>
      redis === null ? (
        '–'
      ) : (
        <StatusBadge tone={redis === 'up' ? 'good' : 'bad'}>{text.redisStates[redis]}</StatusBadge>
      ),
  },
  { key: 'started', title: text.started, cell: ({ startedAt }) => <Timestamp ago at={startedAt} /> },
  { key: 'seen', title: text.lastSeen, cell: ({ lastSeenAt }) => <Timestamp ago at={lastSeenAt} /> },
];

export function ProcessTable({ processes }: { processes: readonly RunningProcess[] }) {
  const usesRedis = processes.some(({ redis }) => redis !== null);
  const shown = columns.filter(({ key }) => key !== 'redis' || usesRedis);
  return <DataTable label={text.processes} columns={shown} rows={processes} rowKey={({ id }) => id} />;
}
