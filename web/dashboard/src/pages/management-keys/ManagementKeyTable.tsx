import { Badge, Group, Text, Tooltip } from '@mantine/core';
import type { ManagementKey } from '@parley/protocol/management';
import { scopes } from '@parley/protocol/management/scopes';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { actorOf } from '../../components/values/actor.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { fill, strings } from '../../strings/index.ts';
import { RevokeButton } from './RevokeButton.tsx';

const text = strings.managementKeys;
const tones = { active: 'good', expired: 'warn', revoked: 'quiet' } as const;
const timeOrNever = (at: number | null) => (at === null ? strings.common.never : <Timestamp ago at={at} />);

const columns: readonly Column<ManagementKey>[] = [
  {
    key: 'name',
    title: text.name,
    cell: ({ name, last4 }) => (
      <>
        <Text component="span" size="sm" fw={600} display="block">
          {name}
        </Text>
        <Text component="span" size="xs" c="dimmed" className="mono">
          {fill(text.endsWith, { last4 })}
        </Text>
      </>
    ),
  },
  {
    key: 'state',
    title: text.stateTitle,
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{text.state[state]}</StatusBadge>,
  },
  {
    key: 'scopes',
    title: text.scopes,
    cell: (key) => (
      <Group gap={4} component="span">
        {key.scopes.map((scope) => (
          <Tooltip key={scope} label={scopes[scope]}>
            <Badge component="span" className="mono" variant="default" radius="sm" tt="none" fw={500}>
              {scope}
            </Badge>
          </Tooltip>
        ))}
      </Group>
    ),
  },
  { key: 'used', title: text.lastUsed, cell: ({ lastUsedAt }) => timeOrNever(lastUsedAt) },
  { key: 'expires', title: text.expires, cell: ({ expiresAt }) => timeOrNever(expiresAt) },
  {
    key: 'by',
    title: text.createdBy,
    cell: ({ createdBy, createdAt }) => (
      <>
        {actorOf({ who: createdBy, personId: null }).name}
        <Text component="span" size="xs" c="dimmed" display="block">
          <Timestamp at={createdAt} />
        </Text>
      </>
    ),
  },
  {
    key: 'actions',
    title: strings.common.actions,
    isTitleHidden: true,
    alignRight: true,
    cell: (key) => <RevokeButton managementKey={key} />,
  },
];

export function ManagementKeyTable({ keys }: { keys: readonly ManagementKey[] }) {
  return <DataTable label={text.title} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}
