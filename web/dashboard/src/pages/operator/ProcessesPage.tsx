import { Title } from '@mantine/core';
import type { ProcessHealth } from '@parley/protocol/dashboard';
import { useApiQuery } from '../../api/queries.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Moment } from '../../parts/Moment.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { plainNumber } from '../../parts/times.ts';
import { strings } from '../../strings/index.ts';
import classes from './Operator.module.css';
import { OperatorOnly } from './OperatorOnly.tsx';

const words = strings.operator;
const tones = { good: 'good', poor: 'warn', down: 'bad' } as const;

export function ProcessesPage() {
  return (
    <OperatorOnly>
      <Processes />
    </OperatorOnly>
  );
}

function Processes() {
  const processes = useApiQuery('operator.processes', {}, { refetchInterval: 5_000 });
  return (
    <>
      <PageHeader title={words.processes} lead={words.processesLead} />
      {processes.isError ? <Problem error={processes.error} onRetry={() => processes.refetch()} /> : null}
      {processes.isPending ? <RowSkeleton count={3} height={120} /> : null}
      <div className={classes.processes}>
        {processes.data?.items.map((process) => (
          <ProcessCard key={`${process.name} ${process.pid}`} process={process} />
        ))}
      </div>
    </>
  );
}

function ProcessCard({ process }: { process: ProcessHealth }) {
  return (
    <section className={classes.process}>
      <div className={classes.processHead}>
        <Title order={2}>{process.name}</Title>
        <StatusBadge tone={tones[process.state]}>{words.processStates[process.state]}</StatusBadge>
      </div>
      <p className={classes.about}>{process.about}</p>
      <Facts
        facts={[
          ...(process.pid === null ? [] : [[words.pid, String(process.pid)] as const]),
          ...(process.startedAt === null
            ? []
            : [[words.up, <Moment key="up" ago at={process.startedAt} />] as const]),
          ...(process.memoryBytes === null
            ? []
            : [[words.memory, `${plainNumber(Math.round(process.memoryBytes / 1_048_576))} MiB`] as const]),
          ...process.facts.map(({ name, value }) => [name, value] as const),
        ]}
      />
    </section>
  );
}
