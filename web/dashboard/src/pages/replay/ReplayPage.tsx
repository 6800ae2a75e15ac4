import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import type { ReplayDetail } from '@parley/protocol/management';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { callUrl } from '../../api/call.ts';
import { useApiQuery } from '../../api/queries.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { DeletePanel } from '../../components/forms/DeletePanel.tsx';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ObjectPage } from '../../components/page/Loaded.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { fill, plural, strings } from '../../strings/index.ts';
import { brainName } from '../replays/brain-name.ts';
import { ReplayBadge } from '../replays/ReplayBadge.tsx';
import { Comparison } from './Comparison.tsx';
import { SummaryTiles } from './SummaryTiles.tsx';

const text = strings.replay;

export function ReplayPage() {
  const account = useAccountId();
  const { replay: id = '' } = useParams({ strict: false });
  return (
    <ObjectPage
      query={useApiQuery(
        'replays.get',
        { params: { replay: id } },
        { refetchInterval: 2_000, isOver: ({ endedAt }) => endedAt !== null },
      )}
      header={(replay) => ({
        title: replay === undefined ? strings.replays.tab : fill(text.title, { brain: brainName(replay) }),
        above: <BackLink to="/$account/sessions/replays" params={{ account }} label={text.back} />,
        lead: replay?.url,
        beside: replay === undefined ? null : <ReplayBadge state={replay.state} />,
        actions: replay === undefined ? null : <Actions replay={replay} />,
      })}
    >
      {(replay) => (
        <>
          <Progressing replay={replay} />
          <SummaryTiles summary={replay.summary} />
          <NotPlayed replay={replay} />
          <Comparison replay={replay} />
          <DeleteReplay replay={replay} />
        </>
      )}
    </ObjectPage>
  );
}

const isOpen = ({ state }: ReplayDetail): boolean => state === 'waiting' || state === 'running';

function Actions({ replay }: { replay: ReplayDetail }) {
  const { id } = replay;
  const account = useAccountId();
  return (
    <Group gap="xs">
      {isOpen(replay) ? (
        <ActionButton
          call="replays.stop"
          params={{ replay: id }}
          invalidates={['replays.get', 'replays.list']}
          variant="default"
          icon="stop"
          label={text.stop}
          question={{ title: text.stopQuestion, text: text.stopText, danger: false }}
          done={text.stopped}
        />
      ) : null}
      <Button
        component="a"
        href={callUrl('replays.report', { params: { account, replay: id } })}
        download
        variant="default"
        leftSection={<Icon name="download" size={16} />}
      >
        {text.report}
      </Button>
    </Group>
  );
}

/** How far it is, why it ended early, and what has been deleted since. */
function Progressing({ replay }: { replay: ReplayDetail }) {
  const { sessions, problem } = replay;
  const { chosen, played, deleted } = sessions;
  const progress = fill(text.progress, { played, chosen });
  return (
    <>
      {isOpen(replay) ? (
        <Panel>
          <Text size="sm" mb="xs" role="status">
            {progress}
          </Text>
          <Progress value={(played / chosen) * 100} aria-label={progress} animated />
        </Panel>
      ) : (
        <Text size="sm" mb="md">
          {progress}
        </Text>
      )}
      {problem === null ? null : (
        <Alert color="yellow" icon={<Icon name="warning" />} mb="md" style={{ overflowWrap: 'anywhere' }}>
          {problem}
        </Alert>
      )}
      {deleted === 0 ? null : <Alert mb="md">{plural(text.deleted, deleted)}</Alert>}
    </>
  );
}

function NotPlayed({ replay }: { replay: ReplayDetail }) {
  const failed = replay.replayedSessions.filter(({ problem }) => problem !== null);
  if (failed.length === 0) return null;
  return (
    <Panel title={text.notPlayed}>
      {failed.slice(0, 20).map(({ number, session, problem }) => (
        <Text key={number} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <span className="mono">{session}</span> {problem}
        </Text>
      ))}
    </Panel>
  );
}

function DeleteReplay({ replay }: { replay: ReplayDetail }) {
  const account = useAccountId();
  const navigate = useNavigate();
  return (
    <DeletePanel
      call="replays.delete"
      params={{ replay: replay.id }}
      invalidates={['replays.list']}
      name={brainName(replay)}
      text={{ ...text, deleted: text.deletedDone }}
      consequences={text.deleteText}
      onDeleted={() => void navigate({ to: '/$account/sessions/replays', params: { account } })}
    />
  );
}
