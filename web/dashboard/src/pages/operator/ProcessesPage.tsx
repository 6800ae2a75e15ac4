import { Title } from '@mantine/core';
import type { ProcessHealth, RunningProcess } from '@parley/protocol/management';
import { useApiQuery } from '../../api/queries.ts';
import { Loaded } from '../../components/page/Loaded.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { numberColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { DescriptionList } from '../../components/tables/DescriptionList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { plainNumber } from '../../components/values/format-time.ts';
import { SmallText } from '../../components/values/SmallText.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { fill, strings } from '../../strings/index.ts';
import classes from './Operator.module.css';

const text = strings.operator;
const healthTones = { good: 'good', poor: 'warn', down: 'bad' } as const;
const stateTones = { running: 'good', draining: 'warn', gone: 'bad' } as const;
const roleCount = 3;

const columnsOf = (usesRedis: boolean): readonly Column<RunningProcess>[] => [
  {
    title: text.processId,
    cell: ({ id, host, pid, isAnswering }) => (
      <>
        {`${host}, ${pid}`}
        <SmallText className="mono">{id}</SmallText>
        {isAnswering ? <SmallText>{text.answering}</SmallText> : null}
      </>
    ),
  },
  {
    title: text.processState,
    cell: ({ state }) => <StatusBadge tone={stateTones[state]}>{text.runningStates[state]}</StatusBadge>,
  },
  {
    title: text.roles,
    cell: ({ roles }) => (roles.length === roleCount ? text.allRoles : roles.join(', ')),
  },
  numberColumn(text.sessionsHere, ({ sessions }) => sessions),
  numberColumn(
    text.lag,
    ({ lagMs }) => Math.round(lagMs),
    (ms) => fill(text.lagMs, { ms: plainNumber(ms) }),
  ),
  { title: text.version, cell: ({ version }) => version },
  ...(usesRedis ? [{ title: text.redis, cell: RedisState }] : []),
  timeColumn(text.started, ({ startedAt }) => startedAt, true),
  timeColumn(text.lastSeen, ({ lastSeenAt }) => lastSeenAt, true),
];

function RedisState({ redis }: RunningProcess) {
  if (redis === null) return '–';
  return <StatusBadge tone={redis === 'up' ? 'good' : 'bad'}>{text.redisStates[redis]}</StatusBadge>;
}

export function ProcessesPage() {
  return (
    <>
      <PageHeader title={text.processes} lead={text.processesLead} />
      <Loaded
        query={useApiQuery('processes.list', {}, { refetchInterval: 5_000 })}
        skeleton={<RowSkeleton count={3} height={120} />}
      >
        {({ processes, items }) => (
          <>
            {processes.length === 0 ? null : (
              <>
                <DataTable
                  label={text.processes}
                  columns={columnsOf(processes.some(({ redis }) => redis !== null))}
                  rows={processes}
                />
                <Title order={2} className={classes.parts}>
                  {text.parts}
                </Title>
              </>
            )}
            <div className={classes.processes}>
              {items.map((process) => (
                <ProcessCard key={`${process.name} ${process.pid}`} process={process} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function ProcessCard({ process }: { process: ProcessHealth }) {
  const { pid, startedAt, memoryBytes } = process;
  const memoryText = memoryBytes === null ? null : `${plainNumber(Math.round(memoryBytes / 1_048_576))} MiB`;
  const facts = [
    [text.pid, pid === null ? null : String(pid)] as const,
    [text.up, startedAt === null ? null : <Timestamp key="up" ago at={startedAt} />] as const,
    [text.memory, memoryText] as const,
  ];
  return (
    <section className={classes.process}>
      <div className={classes.processHead}>
        <Title order={2}>{process.name}</Title>
        <StatusBadge tone={healthTones[process.state]}>{text.processStates[process.state]}</StatusBadge>
      </div>
      <p className={classes.about}>{process.about}</p>
      <DescriptionList
        items={[
          ...facts.filter(([, value]) => value !== null),
          ...process.facts.map(({ name, value }) => [name, value] as const),
        ]}
      />
    </section>
  );
}
