import { Badge, Group, Text } from '@mantine/core';
import type { ApiKey } from '@parley/protocol/management';
import { permissions } from '@parley/protocol/permissions';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { plainNumber } from '../../components/values/format-time.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { fill, plural, strings } from '../../strings/index.ts';
import { KeyActions } from './KeyActions.tsx';

const text = strings.keys;
const tones = { active: 'good', disabled: 'warn', revoked: 'quiet' } as const;
const labelOf = (scope: string): string => permissions.find((entry) => entry.scope === scope)?.label ?? scope;

const columns: readonly Column<ApiKey>[] = [
  {
    key: 'name',
    title: text.name,
    cell: (key) => (
      <>
        <Text component="span" size="sm" fw={600} display="block">
          {key.name}
        </Text>
        <Text component="span" size="xs" c="dimmed" className="mono">
          {fill(text.endsWith, { last4: key.last4 })}
        </Text>
      </>
    ),
  },
  {
    key: 'state',
    title: text.stateTitle,
    cell: (key) => <StatusBadge tone={tones[key.state]}>{text.state[key.state]}</StatusBadge>,
  },
  {
    key: 'access',
    title: text.access,
    cell: (key) => (
      <Group gap={4} component="span">
        {key.permissions.map((scope) => (
          <Badge key={scope} component="span" variant="default" radius="sm" tt="none" fw={500}>
            {labelOf(scope)}
          </Badge>
        ))}
        <Text component="span" size="xs" c="dimmed">
          {key.avatarIds === null ? text.everyAvatar : plural(text.someAvatars, key.avatarIds.length)}
          {key.origins === null ? null : `, ${plural(text.someOrigins, key.origins.length)}`}
        </Text>
      </Group>
    ),
  },
  {
    key: 'used',
    title: text.lastUsed,
    cell: (key) => (key.lastUsedAt === null ? strings.common.never : <Timestamp ago at={key.lastUsedAt} />),
  },
  {
    key: 'today',
    title: text.today,
    alignRight: true,
    cell: (key) => <span className="number">{plainNumber(key.requestsToday)}</span>,
  },
  {
    key: 'limit',
    title: text.limits,
    cell: (key) => <span className="number">{fill(text.limit, { rate: key.rate, burst: key.burst })}</span>,
  },
  {
    key: 'actions',
    title: strings.common.actions,
    isTitleHidden: true,
    alignRight: true,
    cell: (key) => <KeyActions apiKey={key} />,
  },
];

export function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  return <DataTable label={text.title} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}
