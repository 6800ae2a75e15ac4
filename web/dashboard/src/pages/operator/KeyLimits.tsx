import { Button, Text } from '@mantine/core';
import type { OperatorKey } from '@parley/protocol/management';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { strings } from '../../strings/index.ts';
import { KeyLimitsForm } from './KeyLimitsForm.tsx';

const text = strings.operator;
const tones = { active: 'good', disabled: 'warn', revoked: 'quiet' } as const;

export function KeyLimits({ account }: { account: string }) {
  const keys = useApiQuery('operator.keys', { params: { id: account } });
  const [changing, setChanging] = useState<OperatorKey | null>(null);
  const columns: readonly Column<OperatorKey>[] = [
    {
      key: 'name',
      title: strings.keys.name,
      cell: ({ name, last4 }) => (
        <>
          {name}{' '}
          <Text component="span" size="xs" c="dimmed" className="mono">
            {strings.keys.endsWith(last4)}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      title: strings.keys.stateTitle,
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{strings.keys.state[state]}</StatusBadge>,
    },
    {
      key: 'rate',
      title: text.rate,
      cell: ({ rate, defaultRate }) => <span className="number">{rate ?? text.byDefault(defaultRate)}</span>,
    },
    {
      key: 'burst',
      title: text.burst,
      cell: ({ burst, defaultBurst }) => (
        <span className="number">{burst ?? text.byDefault(defaultBurst)}</span>
      ),
    },
    {
      key: 'actions',
      title: strings.common.actions,
      isTitleHidden: true,
      alignRight: true,
      cell: (key) =>
        key.state === 'revoked' ? null : (
          <Button variant="subtle" size="compact-sm" onClick={() => setChanging(key)}>
            {text.setLimits}
          </Button>
        ),
    },
  ];
  return (
    <Panel title={text.keysTitle} lead={text.keysLead}>
      {keys.isError ? <ErrorAlert error={keys.error} /> : null}
      {keys.isPending ? <RowSkeleton count={2} /> : null}
      {keys.data?.items.length === 0 ? <Text size="sm">{text.noKeys}</Text> : null}
      {keys.data !== undefined && keys.data.items.length > 0 ? (
        <DataTable label={text.keysTitle} columns={columns} rows={keys.data.items} rowKey={({ id }) => id} />
      ) : null}
      {changing === null ? null : (
        <KeyLimitsForm account={account} apiKey={changing} onClose={() => setChanging(null)} />
      )}
    </Panel>
  );
}
