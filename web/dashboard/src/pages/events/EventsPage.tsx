import { Title } from '@mantine/core';
import type { EventInCatalogue } from '@parley/protocol/management';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { Loaded } from '../../components/page/Loaded.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { NothingFound } from '../../components/tables/PagedList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { strings } from '../../strings/index.ts';
import { EventEntry } from './EventEntry.tsx';
import classes from './Events.module.css';

const text = strings.events;
const groups = ['session', 'extended', 'test'] as const;

export function EventsPage() {
  const [search, setSearch] = useState('');
  const wanted = search.toLowerCase();
  const isFound = ({ name, about, fields }: EventInCatalogue) =>
    `${name} ${about}`.toLowerCase().includes(wanted) || fields.some((field) => field.name.includes(wanted));
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <SearchBox label={text.find} value={search} onSearch={setSearch} />
      <Loaded query={useApiQuery('events.catalogue')} skeleton={<RowSkeleton count={6} />}>
        {({ items }) => <EventGroups events={items.filter(isFound)} />}
      </Loaded>
    </>
  );
}

function EventGroups({ events }: { events: readonly EventInCatalogue[] }) {
  if (events.length === 0) return <NothingFound icon="search" />;
  return groups
    .filter((group) => events.some((event) => event.group === group))
    .map((group) => (
      <section key={group} className={classes.group}>
        <Title order={2}>{text.groups[group]}</Title>
        <p className={classes.lead}>{text.groupLead[group]}</p>
        {events
          .filter((event) => event.group === group)
          .map((event) => (
            <EventEntry key={event.name} event={event} />
          ))}
      </section>
    ));
}
