import { Title } from '@mantine/core';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { strings } from '../../strings/index.ts';
import { EventEntry } from './EventEntry.tsx';
import classes from './Events.module.css';

const text = strings.events;
const groups = ['session', 'extended', 'test'] as const;

export function EventsPage() {
  const account = useAccountId();
  const [search, setSearch] = useState('');
  const catalogue = useApiQuery('events.catalogue', { params: { account } });
  const wanted = search.toLowerCase();
  const found = catalogue.data?.items.filter(
    ({ name, about, fields }) =>
      `${name} ${about}`.toLowerCase().includes(wanted) ||
      fields.some((field) => field.name.includes(wanted)),
  );
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <SearchBox label={text.find} value={search} onSearch={setSearch} />
      {catalogue.isError ? <ErrorAlert error={catalogue.error} onRetry={() => catalogue.refetch()} /> : null}
      {catalogue.isPending ? <RowSkeleton count={6} /> : null}
      {found?.length === 0 ? (
        <EmptyState
          icon="search"
          title={strings.common.nothingFound}
          text={strings.common.nothingFoundText}
        />
      ) : null}
      {groups.map((group) => {
        const events = found?.filter((event) => event.group === group) ?? [];
        if (events.length === 0) return null;
        return (
          <section key={group} className={classes.group}>
            <Title order={2}>{text.groups[group]}</Title>
            <p className={classes.lead}>{text.groupLead[group]}</p>
            {events.map((event) => (
              <EventEntry key={event.name} event={event} />
            ))}
          </section>
        );
      })}
    </>
  );
}
