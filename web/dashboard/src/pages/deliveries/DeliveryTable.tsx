import { Checkbox, Text } from '@mantine/core';
import type { Delivery } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DeliveryBadge } from '../../components/DeliveryBadge.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.deliveries;

export function DeliveryTable(props: {
  rows: readonly Delivery[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}) {
  const { rows, selected, onSelect } = props;
  const account = useAccountId();
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const columns: readonly Column<Delivery>[] = [
    {
      key: 'event',
      title: text.event,
      cell: (row) => (
        <TextLink
          to="/$account/deliveries/$delivery"
          params={{ account, delivery: row.id }}
          size="sm"
          className="mono"
        >
          {row.event}
        </TextLink>
      ),
    },
    { key: 'status', title: text.status, cell: (row) => <DeliveryBadge state={row.status} /> },
    { key: 'webhook', title: text.webhook, cell: (row) => row.webhook.name },
    {
      key: 'attempts',
      title: text.attempts,
      alignRight: true,
      cell: (row) => <span className="number">{row.attempts}</span>,
    },
    {
      key: 'answer',
      title: text.answer,
      cell: (row) => (row.lastStatus === null ? '–' : <span className="number">HTTP {row.lastStatus}</span>),
    },
    {
      key: 'time',
      title: text.time,
      cell: (row) => (
        <>
          <Timestamp at={row.createdAt} />
          {row.dueAt === null || row.status !== 'pending' ? null : (
            <Text component="span" size="xs" c="dimmed" display="block">
              {text.next} <Timestamp ago at={row.dueAt} />
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'select',
      title: text.selectTitle,
      alignRight: true,
      cell: (row) => (
        <Checkbox
          display="inline-block"
          aria-label={text.select(row.event)}
          checked={selected.has(row.id)}
          onChange={() => toggle(row.id)}
        />
      ),
    },
  ];
  return <DataTable label={text.title} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
