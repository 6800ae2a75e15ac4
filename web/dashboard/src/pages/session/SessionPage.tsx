import { Alert, Group, Tabs } from '@mantine/core';
import type { SessionDetail } from '@parley/protocol/management';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { useMayAnswer } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ObjectPage } from '../../components/page/Loaded.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useFilters } from '../../components/tables/use-filters.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { fill, plural, strings } from '../../strings/index.ts';
import { TryBrainButton } from '../replays/TryBrainButton.tsx';
import { AvatarStatusBadge } from '../sessions/AvatarStatusBadge.tsx';
import { DisconnectButton } from '../sessions/DisconnectButton.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { GatewayPanel } from './GatewayPanel.tsx';
import { LiveConversation } from './live/LiveConversation.tsx';
import { SessionDetails } from './SessionDetails.tsx';
import { TranscriptPanel } from './TranscriptPanel.tsx';
import { TurnsPanel } from './TurnsPanel.tsx';

const text = strings.session;

const tabs = {
  transcript: (session) => <TranscriptPanel session={session} />,
  turns: ({ turns }) => <TurnsPanel turns={turns} />,
  gateway: ({ gateway }) => <GatewayPanel requests={gateway} />,
  events: ({ id, events }) => <EventsPanel session={id} events={events} />,
} as const satisfies Record<string, (session: SessionDetail) => ReactNode>;
const tabNames = Object.keys(tabs) as (keyof typeof tabs)[];

export function SessionPage() {
  const account = useAccountId();
  const { session: id = '' } = useParams({ strict: false });
  const mayAnswer = useMayAnswer();
  const { values, set } = useFilters<{ tab?: string }>();
  return (
    <ObjectPage
      query={useApiQuery('sessions.get', { params: { session: id } }, { refetchInterval: 3_000 })}
      header={(session) => {
        const isLive = session !== undefined && session.state !== 'ended';
        return {
          title:
            session === undefined
              ? strings.sessions.title
              : fill(text.title, { avatar: session.avatar.name }),
          above: <BackLink to="/$account/sessions" params={{ account }} label={text.back} />,
          beside: (
            <>
              {isLive && !mayAnswer ? <AvatarStatusBadge status={session.avatarStatus} /> : null}
              {session === undefined || session.failedTurns === 0 ? null : (
                <StatusBadge tone="bad">
                  {plural(strings.sessions.failedTurns, session.failedTurns)}
                </StatusBadge>
              )}
            </>
          ),
          actions: isLive ? (
            <LiveActions session={session} />
          ) : session === undefined || session.forgotten ? null : (
            <TryBrainButton source={{ session: session.id }} />
          ),
        };
      }}
    >
      {(session) => (
        <>
          {mayAnswer ? <Followed key={session.id} session={session} /> : null}
          <Panel title={text.facts}>
            <SessionDetails session={session} />
          </Panel>
          {session.forgotten ? <Alert mt="md">{text.forgotten}</Alert> : null}
          {session.truncated ? <Alert mt="md">{text.truncated}</Alert> : null}
          <Tabs
            value={tabNames.find((name) => name === values.tab) ?? 'transcript'}
            onChange={(name) => set('tab', name)}
            mt="lg"
            keepMounted={false}
          >
            <Tabs.List mb="md" aria-label={text.facts}>
              {tabNames.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {text[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabNames.map((name) => (
              <Tabs.Panel key={name} value={name}>
                {tabs[name](session)}
              </Tabs.Panel>
            ))}
          </Tabs>
        </>
      )}
    </ObjectPage>
  );
}

/** A session that ends while it is followed stays on the page, so that the reader sees what happened. */
function Followed({ session }: { session: SessionDetail }) {
  const [wasLive] = useState(session.state !== 'ended');
  return wasLive ? <LiveConversation session={session} /> : null;
}

function LiveActions({ session }: { session: SessionDetail }) {
  return (
    <Group gap="xs">
      <ActionButton
        call="sessions.clearContext"
        params={{ session: session.id }}
        variant="default"
        label={text.clearContext}
        question={{ title: text.clearQuestion, text: text.clearText }}
        done={text.cleared}
      />
      <DisconnectButton session={session} />
    </Group>
  );
}
