import { Stack, Switch } from '@mantine/core';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { notifyError } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.operator;

export function ExtendedEvents({ account }: { account: string }) {
  const params = { account };
  const events = useApiQuery('account.extendedEvents', { params });
  const set = useApiMutation('account.setExtendedEvents', {
    params,
    invalidates: ['account.extendedEvents', 'accounts.get', 'accounts.list', 'events.catalogue'],
    onError: notifyError,
  });
  return (
    <Panel title={text.extendedTitle} lead={text.extendedLead}>
      {events.isError ? <ErrorAlert error={events.error} /> : null}
      {events.isPending ? <RowSkeleton count={4} /> : null}
      <Stack gap="sm">
        {events.data?.items.map(({ name, about, enabled }) => (
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
    </Panel>
  );
}
