import type { PartnerScope } from '@parley/protocol/management';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import classes from './AllowedList.module.css';

const text = strings.allowed;

/** What a grant lets a partner do, in a few words each. Every grant includes events. */
export function AllowedList(props: { scopes: readonly PartnerScope[]; conversations: boolean }) {
  const lines = [
    ...props.scopes.map((scope) => text.short[scope]),
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
