import { Checkbox, Radio, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { strings } from '../../strings/index.ts';
import { FieldGroup } from '../forms/FieldGroup.tsx';
import { ErrorAlert } from '../page/ErrorAlert.tsx';
import classes from './EventsChooser.module.css';

const text = strings.webhooks;
const groups = ['session', 'extended'] as const;

export type EventOption = {
  readonly name: string;
  readonly group: string;
  readonly about: string;
};

/** Why a choice of events cannot be saved, or null. */
export const chosenEventsProblem = (events: readonly string[] | null): string | null =>
  events?.length === 0 ? text.chooseOne : null;

/** Chooses the events of a webhook. Null means every event. */
export function EventsChooser(props: {
  value: readonly string[] | null;
  onChange: (events: string[] | null) => void;
  error?: ReactNode;
  disabled?: boolean;
  /** The account's catalogue if left out. */
  events?: readonly EventOption[];
}) {
  const { value, onChange, events } = props;
  const name = useId();
  return (
    <FieldGroup
      path="events"
      label={text.events}
      showsLabel
      disabled={props.disabled ?? false}
      error={props.error}
    >
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
        {value === null ? null : events === undefined ? (
          <AccountEventCheckboxes value={value} onChange={onChange} />
        ) : (
          <EventCheckboxes value={value} onChange={onChange} events={events} />
        )}
      </Stack>
    </FieldGroup>
  );
}

type Choice = { value: readonly string[]; onChange: (events: string[]) => void };

function AccountEventCheckboxes(choice: Choice) {
  const catalogue = useApiQuery('events.catalogue');
  if (catalogue.isError) return <ErrorAlert error={catalogue.error} onRetry={() => catalogue.refetch()} />;
  const events = catalogue.data?.items.map(({ name, group, about, enabled }) => ({
    name,
    group,
    about: enabled ? about : `${about} ${text.notEnabled}`,
  }));
  return <EventCheckboxes {...choice} events={events ?? []} />;
}

function EventCheckboxes({ value, onChange, events }: Choice & { events: readonly EventOption[] }) {
  // Always in the order of the catalogue, so that the same choice never counts as a change.
  const toggle = (event: string, isChosen: boolean) =>
    onChange(
      events.map(({ name }) => name).filter((name) => (name === event ? isChosen : value.includes(name))),
    );
  const shownGroups = groups.filter((group) => events.some((event) => event.group === group));
  return (
    <div className={classes.groups}>
      {shownGroups.map((group) => (
        <fieldset key={group} className={classes.set}>
          <legend className={classes.legend}>{strings.events.groups[group]}</legend>
          <Stack gap="xs">
            {events
              .filter((event) => event.group === group)
              .map((event) => (
                <Checkbox
                  key={event.name}
                  label={<span className="mono">{event.name}</span>}
                  description={event.about}
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
