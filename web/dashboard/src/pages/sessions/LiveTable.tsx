import type { LiveSession } from '@parley/protocol/management';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { duration } from '../../components/values/format-time.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { useNow } from '../../components/values/use-now.ts';
import { strings } from '../../strings/index.ts';
import { AvatarStatusBadge } from './AvatarStatusBadge.tsx';
import { DisconnectButton } from './DisconnectButton.tsx';
import { SessionLink } from './SessionLink.tsx';

const text = strings.sessions;
const tones = { waiting: 'quiet', connected: 'good', dropped: 'warn', ended: 'quiet' } as const;

/** Durations keep counting between two updates from the service. */
export function LiveTable({ sessions, at }: { sessions: readonly LiveSession[]; at: number }) {
  const now = useNow(1_000);
  const since = Math.max(0, Math.floor((now - at) / 1000));
  const columns: readonly Column<LiveSession>[] = [
    {
      key: 'user',
      title: text.user,
      cell: (session) => <SessionLink session={session} label={session.user.name} />,
    },
    { key: 'avatar', title: text.avatar, cell: (session) => session.avatar.name },
    {
      key: 'status',
      title: text.status,
      cell: (session) => <AvatarStatusBadge status={session.avatarStatus} />,
    },
    {
      key: 'state',
      title: text.state,
      cell: (session) => <StatusBadge tone={tones[session.state]}>{text.states[session.state]}</StatusBadge>,
    },
    {
      key: 'duration',
      title: text.duration,
      alignRight: true,
      cell: (session) => (
        <span className="number">
          {duration(session.duration + (session.state === 'connected' ? since : 0))}
        </span>
      ),
    },
    { key: 'began', title: text.began, cell: (session) => <Timestamp ago at={session.createdAt} /> },
    {
      key: 'actions',
      title: strings.common.actions,
      isTitleHidden: true,
      alignRight: true,
      cell: (session) => <DisconnectButton session={session} small />,
    },
  ];
  return <DataTable label={text.live} columns={columns} rows={sessions} rowKey={({ id }) => id} />;
}
