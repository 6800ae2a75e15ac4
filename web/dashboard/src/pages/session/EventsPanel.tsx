import { Text } from '@mantine/core';
import type { SessionEvent } from '@parley/protocol/management';
import { useAccountId } from '../../api/account-id.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { clockTime } from '../../components/values/format-time.ts';
import { strings } from '../../strings/index.ts';
import classes from './Session.module.css';

const text = strings.session;

export function EventsPanel({ session, events }: { session: string; events: readonly SessionEvent[] }) {
  const account = useAccountId();
  if (events.length === 0) return <EmptyState icon="events" title={text.events} text={text.noEvents} />;
  return (
    <>
      <Text size="sm" mb="md">
        {text.eventsLead}{' '}
        <TextLink to="/$account/deliveries" params={{ account }} search={{ session }} inherit>
          {text.seeDeliveries}
        </TextLink>
      </Text>
      <ol className={classes.list}>
        {events.map((event) => (
          <li key={event.id} className={classes.item}>
            <div className={classes.itemHead}>
              <strong className="mono">{event.name}</strong>
              {typeof event.details.state === 'string' ? <span>{event.details.state}</span> : null}
              <span className={`${classes.time} number`}>{clockTime(event.at)}</span>
            </div>
            <div className={classes.itemBody}>
              <CodeBlock label={text.details} code={JSON.stringify(event.details, null, 2)} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
