import { Anchor, Badge, Group, Tooltip } from '@mantine/core';
import type { ManagementKey } from '@parley/protocol/management';
import { scopes } from '@parley/protocol/management/scopes';
import { useAccountId } from '../../api/account-id.ts';
import { useIsOwner, useMe } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { actionsColumn, nameColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { actorOf } from '../../components/values/actor.ts';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { fill, strings } from '../../strings/index.ts';
import { exampleRequest } from './example-request.ts';
import classes from './ManagementKeys.module.css';
import { NewManagementKeyButton } from './NewManagementKeyButton.tsx';

const text = strings.managementKeys;
const tones = { active: 'good', expired: 'warn', revoked: 'quiet' } as const;

const columns: readonly Column<ManagementKey>[] = [
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
  timeColumn(text.lastUsed, ({ lastUsedAt }) => lastUsedAt, true),
  timeColumn(text.expires, ({ expiresAt }) => expiresAt, true),
  {
    title: text.createdBy,
    cell: ({ createdBy, createdAt }) => (
      <>
        {actorOf({ who: createdBy, personId: null }).name}
        <SmallText>
          <Timestamp at={createdAt} />
        </SmallText>
      </>
    ),
  },
];

const revokeColumn = actionsColumn<ManagementKey>(({ id, name, state }) =>
  state === 'revoked' ? null : (
    <ActionButton
      call="managementKeys.revoke"
      params={{ key: id }}
      invalidates={['managementKeys.list']}
      variant="subtle"
      color="red"
      size="compact-sm"
      label={text.revoke}
      aria-label={fill(text.revokeOf, { name })}
      question={{ title: fill(text.revokeQuestion, { name }), text: text.revokeText }}
      done={fill(text.revoked, { name })}
    />
  ),
);

/** Members see the keys. Owners can create and revoke them. */
export function ManagementKeysPage() {
  const isOwner = useIsOwner();
  const keys = useApiPages('managementKeys.list', {}, { refetchInterval: 15_000 });
  const create = isOwner ? <NewManagementKeyButton /> : undefined;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={create} />
      <PagedList
        list={keys}
        empty={<EmptyState icon="code" title={text.emptyTitle} text={text.emptyText} action={create} />}
      >
        <DataTable
          label={text.title}
          columns={isOwner ? [...columns, revokeColumn] : columns}
          rows={keys.items}
        />
      </PagedList>
      <UsePanel />
    </>
  );
}

/** What a key is for, with a first request. */
function UsePanel() {
  const { baseUrl } = useMe().installation;
  const example = exampleRequest({ baseUrl, account: useAccountId(), key: 'KEY', scopes: ['avatars:read'] });
  return (
    <div className={classes.below}>
      <Panel
        title={text.use}
        lead={text.useLead}
        actions={
          <Anchor href="/docs" target="_blank" size="sm">
            {text.reference}
          </Anchor>
        }
      >
        {example === null ? null : <CodeBlock code={example} label="curl" />}
      </Panel>
    </div>
  );
}
