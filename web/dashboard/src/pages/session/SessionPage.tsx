import { Alert, Group, Tabs } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { fill, strings } from '../../strings/index.ts';
import { AvatarStatusBadge } from '../sessions/AvatarStatusBadge.tsx';
import { DisconnectButton } from '../sessions/DisconnectButton.tsx';
import { ClearContextButton } from './ClearContextButton.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { GatewayPanel } from './GatewayPanel.tsx';
import { SessionDetails } from './SessionDetails.tsx';
import { TranscriptPanel } from './TranscriptPanel.tsx';
import { TurnsPanel } from './TurnsPanel.tsx';

const text = strings.session;

export function SessionPage() {
  const account = useAccountId();
  const { session: id = '' } = useParams({ strict: false });
  const session = useApiQuery(
    'sessions.get',
    { params: { account, session: id } },
    { refetchInterval: 3_000 },
  );
  const { data } = session;
  if (isNotFound(session.error)) return <PageNotFound />;
  const isLive = data !== undefined && data.state !== 'ended';
  return (
    <>
      <PageHeader
        title={data === undefined ? strings.sessions.title : fill(text.title, { avatar: data.avatar.name })}
        above={<BackLink to="/$account/sessions" params={{ account }} label={text.back} />}
        beside={isLive ? <AvatarStatusBadge status={data.avatarStatus} /> : null}
        actions={
          isLive ? (
            <Group gap="xs">
              <ClearContextButton session={data.id} />
              <DisconnectButton session={data} />
            </Group>
          ) : null
        }
      />
      {session.isError ? <ErrorAlert error={session.error} onRetry={() => session.refetch()} /> : null}
      {session.isPending ? <RowSkeleton count={3} height={120} /> : null}
      {data === undefined ? null : (
        <>
          <Panel title={text.facts}>
            <SessionDetails session={data} />
          </Panel>
          {data.forgotten ? <Alert mt="md">{text.forgotten}</Alert> : null}
          {data.truncated ? <Alert mt="md">{text.truncated}</Alert> : null}
          <Tabs defaultValue="transcript" mt="lg" keepMounted={false}>
            <Tabs.List mb="md" aria-label={text.facts}>
              <Tabs.Tab value="transcript">{text.transcript}</Tabs.Tab>
              <Tabs.Tab value="turns">{text.turns}</Tabs.Tab>
              <Tabs.Tab value="gateway">{text.gateway}</Tabs.Tab>
              <Tabs.Tab value="events">{text.events}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="transcript">
              <TranscriptPanel session={data} />
            </Tabs.Panel>
            <Tabs.Panel value="turns">
              <TurnsPanel turns={data.turns} />
            </Tabs.Panel>
            <Tabs.Panel value="gateway">
              <GatewayPanel requests={data.gateway} />
            </Tabs.Panel>
            <Tabs.Panel value="events">
              <EventsPanel session={data.id} events={data.events} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </>
  );
}
