import { Checkbox } from '@mantine/core';
import type { Delivery } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { deliveryColumns } from '../../components/deliveries/delivery-columns.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { fill, strings } from '../../strings/index.ts';

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
      key: 'select',
      title: text.selectTitle,
      isTitleHidden: true,
      cell: (row) => (
        <Checkbox
          display="inline-block"
          aria-label={fill(text.select, { event: row.event })}
          checked={selected.has(row.id)}
          onChange={() => toggle(row.id)}
        />
      ),
    },
    ...deliveryColumns((row) => (
      <TextLink
        to="/$account/deliveries/$delivery"
        params={{ account, delivery: row.id }}
        size="sm"
        className="mono"
      >
        {row.event}
      </TextLink>
    )).toSpliced(2, 0, { key: 'webhook', title: text.webhook, cell: (row) => row.webhook.name }),
  ];
  return <DataTable hasRowLinks label={text.title} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
