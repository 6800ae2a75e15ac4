import { Alert, Text } from '@mantine/core';
import type { LiveSession } from '@parley/protocol/management';
import { useAccountId } from '../../api/account-id.ts';
import { useLiveSessions } from '../../api/live-sessions.ts';
import { useMayAnswer } from '../../api/me.ts';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { actionsColumn, numberColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { duration } from '../../components/values/format-time.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { useNow } from '../../components/values/use-now.ts';
import { Icon } from '../../icons/Icon.tsx';
import { AlertSettings } from '../../shell/requests/AlertSettings.tsx';
import { fill, plural, strings } from '../../strings/index.ts';
import { AvatarStatusBadge } from './AvatarStatusBadge.tsx';
import { DisconnectButton } from './DisconnectButton.tsx';
import { PersonCell } from './PersonCell.tsx';
import classes from './Sessions.module.css';
import { SessionTabs } from './SessionTabs.tsx';
import { sessionColumns } from './session-columns.tsx';

const text = strings.sessions;
const tones = { waiting: 'quiet', connected: 'good', dropped: 'warn', ended: 'quiet' } as const;

export function LiveSessionsPage() {
  const account = useAccountId();
  const { data, isLost } = useLiveSessions(account);
  const mayAnswer = useMayAnswer();
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <SessionTabs />
      {mayAnswer ? <AlertSettings /> : null}
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

/** Durations keep counting between two updates from the service. */
function LiveTable({ sessions, at }: { sessions: readonly LiveSession[]; at: number }) {
  const now = useNow(1_000);
  const since = Math.max(0, Math.floor((now - at) / 1000));
  const columns: readonly Column<LiveSession>[] = [
    ...sessionColumns,
    {
      title: strings.requests.column,
      cell: (session) => <PersonCell session={session} now={at + since * 1_000} />,
    },
    {
      title: text.state,
      cell: ({ state, avatarStatus }) => (
        <span className={classes.states}>
          <StatusBadge tone={tones[state]}>{text.states[state]}</StatusBadge>
          <AvatarStatusBadge status={avatarStatus} />
        </span>
      ),
    },
    numberColumn(
      text.duration,
      (session) => session.duration + (session.state === 'connected' ? since : 0),
      duration,
    ),
    timeColumn(text.began, ({ createdAt }) => createdAt, true),
    actionsColumn((session) => <DisconnectButton session={session} small />),
  ];
  return <DataTable label={text.live} columns={columns} rows={sessions} />;
}
