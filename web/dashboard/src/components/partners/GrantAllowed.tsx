import { Text } from '@mantine/core';
import type { Grant } from '@parley/protocol/management';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { Timestamp } from '../values/Timestamp.tsx';
import classes from './GrantAllowed.module.css';

const text = strings.allowed;

/** What a grant lets a partner do, in a few words each, or who ended it and when. Every grant includes events. */
export function GrantAllowed(props: {
  grant: Pick<Grant, 'scopes' | 'withdrawnAt' | 'endedBy'>;
  conversations: boolean;
}) {
  const { scopes, withdrawnAt, endedBy } = props.grant;
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
    ...(props.conversations ? [text.short.conversations] : []),
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
