import { Group, SegmentedControl, Select } from '@mantine/core';
import type { ReplayDetail } from '@parley/protocol/management';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidateCalls, useApiPages } from '../../api/queries.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { useFilters } from '../../components/tables/use-filters.ts';
import { shortTime } from '../../components/values/format-time.ts';
import { fill, strings } from '../../strings/index.ts';
import { ComparedTurn } from './ComparedTurn.tsx';

const text = strings.replay;

/** The answers of both brains, turn by turn. */
export function Comparison({ replay }: { replay: ReplayDetail }) {
  const { values, set } = useFilters<{ show?: string; of?: string }>();
  const showsAll = values.show === 'all';
  const session = values.of === undefined ? {} : { session: Number(values.of) };
  const turns = useApiPages(
    'replays.turns',
    { ...session, ...(showsAll ? {} : { different: true }) },
    { params: { replay: replay.id }, ...(replay.endedAt === null ? { refetchInterval: 2_000 } : {}) },
  );
  useLastTurns(replay);
  const sessionOf = (number: number) => replay.replayedSessions.find((each) => each.number === number);
  const hasTurns = replay.summary.turns > 0;
  return (
    <Panel title={text.comparison}>
      <Group mb="md" align="flex-end">
        <SegmentedControl
          aria-label={text.show}
          data={[
            { value: 'different', label: text.onlyDifferent },
            { value: 'all', label: text.all },
          ]}
          value={showsAll ? 'all' : 'different'}
          onChange={(value) => set('show', value === 'all' ? 'all' : null)}
        />
        {replay.replayedSessions.length < 2 ? null : (
          <Select
            aria-label={text.session}
            placeholder={text.anySession}
            clearable
            data={replay.replayedSessions.map(({ number, avatar, createdAt }) => ({
              value: String(number),
              label: fill(text.sessionName, { number, avatar: avatar.name, time: shortTime(createdAt) }),
            }))}
            value={values.of ?? null}
            onChange={(value) => set('of', value)}
          />
        )}
      </Group>
      <PagedList
        list={turns}
        empty={
          hasTurns ? (
            <EmptyState icon="check" title={text.noneDifferent} text={text.noneDifferentText} />
          ) : (
            <EmptyState icon="replay" title={text.noTurns} text={text.noTurnsText} />
          )
        }
      >
        {turns.items.map((turn) => (
          <ComparedTurn
            key={`${turn.session} ${turn.turn}`}
            turn={turn}
            session={sessionOf(turn.session)?.session ?? ''}
          />
        ))}
      </PagedList>
    </Panel>
  );
}

/** The turns that came after the last look and before the end of the replay would be missing. */
function useLastTurns({ endedAt }: ReplayDetail): void {
  const client = useQueryClient();
  const wasOpen = useRef(endedAt === null);
  useEffect(() => {
    if (wasOpen.current && endedAt !== null) void invalidateCalls(client, ['replays.turns']);
    wasOpen.current = endedAt === null;
  }, [client, endedAt]);
}
