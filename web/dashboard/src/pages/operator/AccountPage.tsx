import { Stack, Switch } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import { useAction } from '../../components/forms/use-action.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { Loaded, ObjectPage } from '../../components/page/Loaded.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { DescriptionList } from '../../components/tables/DescriptionList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { Id } from '../../components/values/Id.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { KeyLimits } from './KeyLimits.tsx';

const text = strings.operator;

export function AccountPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <ObjectPage
      query={useApiQuery('accounts.get', { params: { account: id } })}
      header={(account) => ({
        title: account?.name ?? text.accounts,
        above: <BackLink to="/operator/accounts" search={{}} label={text.back} />,
      })}
    >
      {({ owners, members, avatars, liveSessions, createdAt }) => (
        <>
          <Panel>
            <DescriptionList
              items={[
                [text.owners, owners.length === 0 ? text.noOwner : owners.join(', ')],
                [text.members, members],
                [text.avatars, avatars],
                [text.live, liveSessions],
                [text.since, <Timestamp key="since" at={createdAt} />],
                [strings.common.id, <Id key="id" id={id} />],
              ]}
            />
          </Panel>
          <ExtendedEvents account={id} />
          <KeyLimits account={id} />
        </>
      )}
    </ObjectPage>
  );
}

function ExtendedEvents({ account }: { account: string }) {
  const params = { account };
  const events = useApiQuery('account.extendedEvents', { params });
  const set = useAction('account.setExtendedEvents', {
    params,
    invalidates: ['account.extendedEvents', 'accounts.get', 'accounts.list', 'events.catalogue'],
  });
  return (
    <Panel title={text.extendedTitle} lead={text.extendedLead}>
      <Loaded query={events} skeleton={<RowSkeleton count={4} />}>
        {({ items }) => (
          <Stack gap="sm">
            {items.map(({ name, about, enabled }) => (
              <Switch
                key={name}
                label={<span className="mono">{name}</span>}
                description={about}
                checked={enabled}
                disabled={set.isPending}
                onChange={(event) => set.mutate({ names: [name], enabled: event.currentTarget.checked })}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
