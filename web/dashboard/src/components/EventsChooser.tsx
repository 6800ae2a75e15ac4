import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import type { EventInCatalogue } from '@parley/protocol/management';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useAccountId } from '../api/me.ts';
import { useApiQuery } from '../api/queries.ts';
import { strings } from '../strings/index.ts';
import { ErrorAlert } from './ErrorAlert.tsx';
import classes from './EventsChooser.module.css';

const text = strings.webhooks;
const groups = ['session', 'extended'] as const;

/** Chooses the events of a webhook. Null means every event. */
export function EventsChooser(props: {
  value: readonly string[] | null;
  onChange: (events: string[] | null) => void;
  error?: ReactNode;
  disabled?: boolean;
}) {
  const { value, onChange } = props;
  const name = useId();
  const message = useRef<HTMLParagraphElement>(null);
  const hasError = props.error !== undefined && props.error !== null;
  // The list is long, and the button that saves is always in view: the message may not be.
  useEffect(() => {
    if (hasError) message.current?.scrollIntoView({ block: 'center' });
  }, [hasError]);
  return (
    <fieldset className={classes.set} disabled={props.disabled ?? false}>
      <legend className={classes.legend}>{text.events}</legend>
      <Stack gap="xs">
        <Radio
          name={name}
          label={text.allEvents}
          description={text.allEventsHint}
          checked={value === null}
          onChange={() => onChange(null)}
        />
        <Radio
          name={name}
          label={text.someEvents}
          description={text.someEventsHint}
          checked={value !== null}
          onChange={() => onChange([])}
        />
        {hasError ? (
          <Text ref={message} size="sm" c="red" role="alert">
            {props.error}
          </Text>
        ) : null}
        {value === null ? null : <EventCheckboxes value={value} onChange={onChange} />}
      </Stack>
    </fieldset>
  );
}

function EventCheckboxes({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (events: string[]) => void;
}) {
  const account = useAccountId();
  const catalogue = useApiQuery('events.catalogue', { params: { account } });
  if (catalogue.isError) return <ErrorAlert error={catalogue.error} onRetry={() => catalogue.refetch()} />;
  const events = catalogue.data?.items ?? [];
  // Always in the order of the catalogue, so that the same choice is never a change.
  const toggle = (event: string, isChosen: boolean) =>
    onChange(
      events.map(({ name }) => name).filter((name) => (name === event ? isChosen : value.includes(name))),
    );
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <fieldset key={group} className={classes.set}>
          <legend className={classes.legend}>{strings.events.groups[group]}</legend>
          <Stack gap="xs">
            {events
              .filter((event) => event.group === group)
              .map((event) => (
                <Checkbox
                  key={event.name}
                  label={<span className="mono">{event.name}</span>}
                  description={aboutOf(event)}
                  checked={value.includes(event.name)}
                  onChange={({ currentTarget }) => toggle(event.name, currentTarget.checked)}
                />
              ))}
          </Stack>
        </fieldset>
      ))}
    </div>
  );
}

const aboutOf = ({ about, enabled }: EventInCatalogue): string =>
  enabled ? about : `${about} ${text.notEnabled}`;
