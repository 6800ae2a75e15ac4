import { Title } from '@mantine/core';
import type { ProcessHealth } from '@parley/protocol/management';
import { useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { OperatorOnly } from '../../components/page/OperatorOnly.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { DescriptionList } from '../../components/tables/DescriptionList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { plainNumber } from '../../components/values/format-time.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Operator.module.css';
import { ProcessTable } from './ProcessTable.tsx';

const text = strings.operator;
const tones = { good: 'good', poor: 'warn', down: 'bad' } as const;

export function ProcessesPage() {
  return (
    <OperatorOnly>
      <Processes />
    </OperatorOnly>
  );
}

function Processes() {
  const processes = useApiQuery('processes.list', {}, { refetchInterval: 5_000 });
  return (
    <>
      <PageHeader title={text.processes} lead={text.processesLead} />
      {processes.isError ? <ErrorAlert error={processes.error} onRetry={() => processes.refetch()} /> : null}
      {processes.isPending ? <RowSkeleton count={3} height={120} /> : null}
      {processes.data === undefined || processes.data.processes.length === 0 ? null : (
        <>
          <ProcessTable processes={processes.data.processes} />
          <Title order={2} className={classes.parts}>
            {text.parts}
          </Title>
        </>
      )}
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
        <StatusBadge tone={tones[process.state]}>{text.processStates[process.state]}</StatusBadge>
      </div>
      <p className={classes.about}>{process.about}</p>
      <DescriptionList
        items={[
          ...(process.pid === null ? [] : [[text.pid, String(process.pid)] as const]),
          ...(process.startedAt === null
            ? []
            : [[text.up, <Timestamp key="up" ago at={process.startedAt} />] as const]),
          ...(process.memoryBytes === null
            ? []
            : [[text.memory, `${plainNumber(Math.round(process.memoryBytes / 1_048_576))} MiB`] as const]),
          ...process.facts.map(({ name, value }) => [name, value] as const),
        ]}
      />
    </section>
  );
}
