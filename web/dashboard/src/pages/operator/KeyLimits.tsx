import { Button, Text } from '@mantine/core';
import type { ApiKey } from '@parley/protocol/management';
import { useState } from 'react';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { fill, strings } from '../../strings/index.ts';
import { KeyLimitsForm } from './KeyLimitsForm.tsx';

const text = strings.operator;
const tones = { active: 'good', disabled: 'warn', revoked: 'quiet' } as const;
const limitText = ({ hasOwnLimits }: ApiKey, value: number) => (
  <span className="number">{hasOwnLimits ? value : fill(text.byDefault, { value })}</span>
);

export function KeyLimits({ account }: { account: string }) {
  const keys = useApiPages('keys.list', { account }, {});
  const [changing, setChanging] = useState<ApiKey | null>(null);
  const columns: readonly Column<ApiKey>[] = [
    {
      key: 'name',
      title: strings.keys.name,
      cell: ({ name, last4 }) => (
        <>
          {name}{' '}
          <Text component="span" size="xs" c="dimmed" className="mono">
            {fill(strings.keys.endsWith, { last4 })}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      title: strings.keys.stateTitle,
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{strings.keys.state[state]}</StatusBadge>,
    },
    { key: 'rate', title: text.rate, cell: (key) => limitText(key, key.rate) },
    { key: 'burst', title: text.burst, cell: (key) => limitText(key, key.burst) },
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
      {keys.isEmpty ? <Text size="sm">{text.noKeys}</Text> : null}
      {keys.items.length === 0 ? null : (
        <DataTable label={text.keysTitle} columns={columns} rows={keys.items} rowKey={({ id }) => id} />
      )}
      <LoadMoreButton list={keys} />
      {changing === null ? null : (
        <KeyLimitsForm account={account} apiKey={changing} onClose={() => setChanging(null)} />
      )}
    </Panel>
  );
}
