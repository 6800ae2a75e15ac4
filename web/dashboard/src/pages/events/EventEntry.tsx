import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { EventInCatalogue } from '@parley/protocol/management';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Events.module.css';
import { SendSample } from './SendSample.tsx';

const text = strings.events;
type Field = EventInCatalogue['fields'][number] & { readonly id: string };

const columns: readonly Column<Field>[] = [
  { title: text.field, cell: ({ name }) => <span className="mono">{name}</span> },
  {
    title: text.type,
    cell: ({ type, optional }) => (optional ? `${type}, ${text.optional}` : type),
  },
  { title: text.about, cell: ({ about }) => about },
];

export function EventEntry({ event }: { event: EventInCatalogue }) {
  const [isOpen, details] = useDisclosure(false);
  return (
    <div className={classes.entry}>
      <UnstyledButton className={classes.head} aria-expanded={isOpen} onClick={details.toggle}>
        <span className={classes.name}>{event.name}</span>
        {event.group === 'extended' ? (
          <StatusBadge tone={event.enabled ? 'good' : 'quiet'}>
            {event.enabled ? text.enabled : text.disabled}
          </StatusBadge>
        ) : null}
        <span className={classes.about}>{event.about}</span>
      </UnstyledButton>
      {isOpen ? (
        <div className={classes.body}>
          <DataTable
            label={event.name}
            columns={columns}
            rows={event.fields.map((field) => ({ ...field, id: field.name }))}
          />
          <div>
            <CodeBlock label={text.sample} code={JSON.stringify(event.sample, null, 2)} />
            <SendSample event={event.name} />
          </div>
        </div>
      ) : null}
    </div>
  );
}
