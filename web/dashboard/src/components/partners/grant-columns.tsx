import { Text } from '@mantine/core';
import type { Grant } from '@parley/protocol/management';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { timeColumn } from '../tables/columns.tsx';
import type { Column } from '../tables/DataTable.tsx';
import { Timestamp } from '../values/Timestamp.tsx';
import classes from './GrantAllowed.module.css';

const text = strings.allowed;
const shownNames = 3;

type GrantRow = Pick<Grant, 'scopes' | 'withdrawnAt' | 'endedBy' | 'avatars' | 'lastUsedAt'>;

/** What a grant allows, for which avatars, and when it was used. */
export const grantColumns = <Row extends GrantRow>(
  hasConversations: (row: Row) => boolean,
): readonly Column<Row>[] => [
  {
    title: strings.connectedApps.may,
    cell: (grant) => <GrantAllowed grant={grant} conversations={hasConversations(grant)} />,
  },
  { title: strings.connectedApps.avatars, cell: ({ avatars }) => <GrantedAvatars avatars={avatars} /> },
  timeColumn(strings.connectedApps.lastUsed, ({ lastUsedAt }) => lastUsedAt, true),
];

/** What a grant lets a partner do, in a few words each, or who ended it and when. Every grant includes events. */
function GrantAllowed({ grant, conversations }: { grant: GrantRow; conversations: boolean }) {
  const { scopes, withdrawnAt, endedBy } = grant;
  if (withdrawnAt !== null) {
    return (
      <Text component="span" size="sm" c="dimmed">
        {text.ended[endedBy ?? 'account']} <Timestamp ago at={withdrawnAt} />
      </Text>
    );
  }
  const lines = [
    ...scopes.map((scope) => text.short[scope]),
    text.short.events,
    ...(conversations ? [text.short.conversations] : []),
  ];
  return (
    <span className={classes.list}>
      {lines.map((line) => (
        <span key={line} className={classes.line}>
          <Icon name="check" size={14} />
          {line}
        </span>
      ))}
    </span>
  );
}

/** The avatars of a grant by name. */
function GrantedAvatars({ avatars }: Pick<GrantRow, 'avatars'>) {
  if (avatars === null) return text.allAvatars;
  const names = avatars.map(({ name }) => name);
  const rest = names.length - shownNames;
  return (
    <span title={rest > 0 ? names.join(', ') : undefined}>
      {names.slice(0, shownNames).join(', ')}
      {rest > 0 ? ` +${rest}` : ''}
    </span>
  );
}
