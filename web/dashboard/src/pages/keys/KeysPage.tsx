import { Badge, Group } from '@mantine/core';
import type { ApiKey } from '@parley/protocol/management';
import { permissions } from '@parley/protocol/permissions';
import { useIsOwner } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { actionsColumn, nameColumn, numberColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { fill, plural, strings } from '../../strings/index.ts';
import { KeyActions } from './KeyActions.tsx';
import { NewKeyButton } from './NewKeyButton.tsx';

const text = strings.keys;
const tones = { active: 'good', disabled: 'warn', revoked: 'quiet' } as const;
const labelOf = (scope: string): string => permissions.find((entry) => entry.scope === scope)?.label ?? scope;

const columns: readonly Column<ApiKey>[] = [
  nameColumn(
    text.name,
    ({ name }) => name,
    ({ last4 }) => fill(text.endsWith, { last4 }),
    'mono',
  ),
  {
    title: text.stateTitle,
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{text.state[state]}</StatusBadge>,
  },
  {
    title: text.access,
    cell: ({ permissions, avatarIds, origins }) => (
      <Group gap={4} component="span">
        {permissions.map((scope) => (
          <Badge key={scope} component="span" variant="default" radius="sm" tt="none" fw={500}>
            {labelOf(scope)}
          </Badge>
        ))}
        <SmallText inline>
          {avatarIds === null ? text.everyAvatar : plural(text.someAvatars, avatarIds.length)}
          {origins === null ? null : `, ${plural(text.someOrigins, origins.length)}`}
        </SmallText>
      </Group>
    ),
  },
  timeColumn(text.lastUsed, ({ lastUsedAt }) => lastUsedAt, true),
  numberColumn(text.today, ({ requestsToday }) => requestsToday),
  {
    title: text.limits,
    cell: ({ rate, burst }) => <span className="number">{fill(text.limit, { rate, burst })}</span>,
  },
  actionsColumn((key) => <KeyActions apiKey={key} />),
];

export function KeysPage() {
  const keys = useApiPages('keys.list', {}, { refetchInterval: 15_000 });
  const create = useIsOwner() ? <NewKeyButton /> : undefined;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={create} />
      <PagedList
        list={keys}
        empty={<EmptyState icon="key" title={text.emptyTitle} text={text.emptyText} action={create} />}
      >
        <DataTable label={text.title} columns={columns} rows={keys.items} />
      </PagedList>
    </>
  );
}
