import type { Replay } from '@parley/protocol/management';
import { useAccountId } from '../../api/account-id.ts';
import { useIsOwner } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { numberColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { strings } from '../../strings/index.ts';
import { SessionTabs } from '../sessions/SessionTabs.tsx';
import { brainName } from './brain-name.ts';
import { ReplayBadge } from './ReplayBadge.tsx';

const text = strings.replays;

const columns: readonly Column<Replay>[] = [
  { title: text.brain, cell: (replay) => <ReplayLink replay={replay} /> },
  { title: text.state, cell: ({ state }) => <ReplayBadge state={state} /> },
  timeColumn(text.created, ({ createdAt }) => createdAt),
  { title: text.by, cell: ({ createdBy }) => createdBy },
  numberColumn(text.sessions, ({ sessions }) => sessions.played),
  numberColumn(text.turns, ({ summary }) => summary.turns),
  numberColumn(text.different, ({ summary }) => summary.different),
];

export function ReplaysPage() {
  return (
    <>
      <PageHeader title={strings.sessions.title} lead={text.lead} />
      <SessionTabs />
      {useIsOwner() ? <ReplayList /> : <EmptyState icon="replay" title={text.tab} text={text.ownersOnly} />}
    </>
  );
}

function ReplayList() {
  const replays = useApiPages('replays.list', {}, { refetchInterval: 3_000 });
  return (
    <PagedList
      list={replays}
      empty={<EmptyState icon="replay" title={text.emptyTitle} text={text.emptyText} />}
    >
      <DataTable label={text.tab} columns={columns} rows={replays.items} />
    </PagedList>
  );
}

function ReplayLink({ replay }: { replay: Replay }) {
  const account = useAccountId();
  return (
    <>
      <TextLink
        to="/$account/sessions/replays/$replay"
        params={{ account, replay: replay.id }}
        size="sm"
        fw={600}
      >
        {brainName(replay)}
      </TextLink>
      <SmallText className="mono">{replay.url}</SmallText>
    </>
  );
}
