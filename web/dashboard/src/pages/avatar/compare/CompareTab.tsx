import { Alert } from '@mantine/core';
import type { Avatar, BrainComparison } from '@parley/protocol/management';
import { useApiQuery } from '../../../api/queries.ts';
import { ActionButton } from '../../../components/forms/ActionButton.tsx';
import { Loaded } from '../../../components/page/Loaded.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { DataTable } from '../../../components/tables/DataTable.tsx';
import { EmptyState } from '../../../components/tables/EmptyState.tsx';
import { shortTime } from '../../../components/values/format-time.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { fill, strings } from '../../../strings/index.ts';
import { ComparedTurnView } from './ComparedTurnView.tsx';
import { figureRows } from './figure-rows.ts';

const text = strings.compare;

/** What the first and the second brain did since the trial began. */
export function CompareTab({ avatar }: { avatar: Avatar }) {
  const query = useApiQuery('avatars.brains', { params: { avatar: avatar.id } }, { refetchInterval: 5_000 });
  return <Loaded query={query}>{(found) => <Comparison avatar={avatar} found={found} />}</Loaded>;
}

function Comparison({ avatar, found }: { avatar: Avatar; found: BrainComparison }) {
  if (!found.hasSecond) return <EmptyState icon="overview" title={text.none} text={text.noneText} />;
  return (
    <>
      {found.stopped === null ? null : (
        <Alert color="red" icon={<Icon name="warning" />} title={text.stopped} mb="md" role="status">
          {found.stopped} {text.stoppedText}
        </Alert>
      )}
      <Panel
        title={text.title}
        lead={fill(text.lead[found.role], { since: shortTime(found.since), share: found.share })}
        actions={
          <ActionButton
            call="avatars.promote"
            params={{ avatar: avatar.id }}
            invalidates={['avatars.get', 'avatars.list', 'avatars.brains']}
            label={text.promote}
            question={{ title: text.promoteQuestion, text: text.promoteText }}
            done={text.promoted}
          />
        }
      >
        <DataTable
          label={text.title}
          columns={[
            { title: text.figure, cell: ({ label }) => label },
            {
              title: text.first,
              cell: ({ first }) => <span className="number">{first}</span>,
              alignRight: true,
            },
            {
              title: text.second,
              cell: ({ second }) => <span className="number">{second}</span>,
              alignRight: true,
            },
          ]}
          rows={figureRows(found)}
        />
      </Panel>
      <Panel title={text.answers} lead={text.answersLead}>
        {found.turns.length === 0
          ? text.noAnswers
          : found.turns.map((turn) => <ComparedTurnView key={`${turn.session} ${turn.turn}`} turn={turn} />)}
      </Panel>
    </>
  );
}
