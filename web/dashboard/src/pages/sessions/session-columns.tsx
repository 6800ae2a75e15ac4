import type { Session } from '@parley/protocol/management';
import { useAccountId } from '../../api/account-id.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import type { Column } from '../../components/tables/DataTable.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { plural, strings } from '../../strings/index.ts';

const text = strings.sessions;

/** Who talked to which avatar. The name of the visitor is a link to the session. */
export const sessionColumns: readonly Column<Session>[] = [
  { title: text.user, cell: (session) => <SessionLink session={session} /> },
  { title: text.avatar, cell: ({ avatar }) => avatar.name },
];

function SessionLink({ session: { id, user, failedTurns } }: { session: Session }) {
  const account = useAccountId();
  return (
    <>
      <TextLink to="/$account/sessions/$session" params={{ account, session: id }} size="sm" fw={600}>
        {user.name}
      </TextLink>
      {failedTurns === 0 ? null : (
        <TextLink
          to="/$account/sessions/$session"
          params={{ account, session: id }}
          search={{ tab: 'turns' }}
          ms="xs"
        >
          <StatusBadge tone="bad">{plural(text.failedTurns, failedTurns)}</StatusBadge>
        </TextLink>
      )}
      <SmallText className="mono">{user.id}</SmallText>
    </>
  );
}
