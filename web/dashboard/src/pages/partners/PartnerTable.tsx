import { Text } from '@mantine/core';
import type { Partner } from '@parley/protocol/management';
import { TextLink } from '../../components/page/TextLink.tsx';
import { PartnerState } from '../../components/partners/PartnerState.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { plainNumber } from '../../components/values/format-time.ts';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.partners;
const figure = (value: number) => <span className="number">{plainNumber(value)}</span>;

const columns: readonly Column<Partner>[] = [
  {
    key: 'name',
    title: text.name,
    cell: ({ id, name }) => (
      <>
        <TextLink to="/operator/partners/$partner" params={{ partner: id }} size="sm" fw={600}>
          {name}
        </TextLink>
        <Text component="span" size="xs" c="dimmed" display="block" className="mono">
          {id}
        </Text>
      </>
    ),
  },
  {
    key: 'state',
    title: text.state,
    cell: ({ webhook }) => (
      <>
        <PartnerState webhook={webhook} />
        <Text component="span" size="xs" c="dimmed" display="block" className="mono">
          {webhook.url}
        </Text>
      </>
    ),
  },
  { key: 'grants', title: text.grants, alignRight: true, cell: ({ grants }) => figure(grants) },
  { key: 'waiting', title: text.waiting, alignRight: true, cell: ({ webhook }) => figure(webhook.waiting) },
  { key: 'since', title: text.since, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
];

export function PartnerTable({ partners }: { partners: readonly Partner[] }) {
  return <DataTable label={text.title} columns={columns} rows={partners} rowKey={({ id }) => id} />;
}
