import { Alert, Text } from '@mantine/core';
import { useAccountId } from '../../api/me.ts';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { fill, plural, strings } from '../../strings/index.ts';
import { LiveTable } from './LiveTable.tsx';
import classes from './Sessions.module.css';
import { SessionTabs } from './SessionTabs.tsx';
import { useLiveSessions } from './use-live-sessions.ts';

const text = strings.sessions;

export function LiveSessionsPage() {
  const account = useAccountId();
  const { data, isLost } = useLiveSessions(account);
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <SessionTabs />
      {isLost ? (
        <Alert color="yellow" icon={<Icon name="warning" />} mb="md" role="alert">
          {text.connectionLost}
        </Alert>
      ) : null}
      {data === null ? (
        <RowSkeleton />
      ) : (
        <>
          <p className={classes.count} role="status">
            <span className={classes.dot} data-still={isLost || data.total === 0 ? '' : undefined} />
            {data.total === 0 ? text.noLive : plural(text.liveCount, data.total)}
          </p>
          {data.items.length === 0 ? (
            <EmptyState
              icon="sessions"
              title={text.emptyTitle}
              text={text.emptyText}
              action={
                <ButtonLink to="/$account/avatars" params={{ account }} variant="default">
                  {text.openAvatars}
                </ButtonLink>
              }
            />
          ) : (
            <LiveTable sessions={data.items} at={data.at} />
          )}
          {data.total > data.items.length ? (
            <Text size="sm" mt="sm">
              {fill(text.more, { shown: data.items.length, total: data.total })}
            </Text>
          ) : null}
        </>
      )}
    </>
  );
}
