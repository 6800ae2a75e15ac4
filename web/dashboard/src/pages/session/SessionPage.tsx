import { Alert, Group, Tabs } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { isNotFound } from '../../api/problem.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../parts/BackLink.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
import { PageMissing } from '../../shell/PageMissing.tsx';
import { strings } from '../../strings/index.ts';
import { AvatarStatusBadge } from '../sessions/AvatarStatusBadge.tsx';
import { DisconnectButton } from '../sessions/DisconnectButton.tsx';
import { ClearContextButton } from './ClearContextButton.tsx';
import { EventsPart } from './EventsPart.tsx';
import { GatewayPart } from './GatewayPart.tsx';
import { SessionFacts } from './SessionFacts.tsx';
import { TranscriptPart } from './TranscriptPart.tsx';
import { TurnsPart } from './TurnsPart.tsx';

const words = strings.session;

export function SessionPage() {
  const account = useAccountId();
  const { session: id = '' } = useParams({ strict: false });
  const session = useApiQuery(
    'sessions.get',
    { params: { account, session: id } },
    { refetchInterval: 3_000 },
  );
  const { data } = session;
  if (isNotFound(session.error)) return <PageMissing />;
  const isLive = data !== undefined && data.state !== 'ended';
  return (
    <>
      <PageHeader
        title={data === undefined ? strings.sessions.title : words.title(data.avatar.name)}
        above={<BackLink to="/$account/sessions" params={{ account }} label={words.back} />}
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
      {session.isError ? <Problem error={session.error} onRetry={() => session.refetch()} /> : null}
      {session.isPending ? <RowSkeleton count={3} height={120} /> : null}
      {data === undefined ? null : (
        <>
          <Panel title={words.facts}>
            <SessionFacts session={data} />
          </Panel>
          {data.forgotten ? <Alert mt="md">{words.forgotten}</Alert> : null}
          <Tabs defaultValue="transcript" mt="lg" keepMounted={false}>
            <Tabs.List mb="md" aria-label={words.facts}>
              <Tabs.Tab value="transcript">{words.transcript}</Tabs.Tab>
              <Tabs.Tab value="turns">{words.turns}</Tabs.Tab>
              <Tabs.Tab value="gateway">{words.gateway}</Tabs.Tab>
              <Tabs.Tab value="events">{words.events}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="transcript">
              <TranscriptPart session={data} />
            </Tabs.Panel>
            <Tabs.Panel value="turns">
              <TurnsPart turns={data.turns} />
            </Tabs.Panel>
            <Tabs.Panel value="gateway">
              <GatewayPart requests={data.gateway} />
            </Tabs.Panel>
            <Tabs.Panel value="events">
              <EventsPart session={data.id} events={data.events} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </>
  );
}
