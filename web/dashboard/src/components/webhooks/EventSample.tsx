import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { strings } from '../../strings/index.ts';
import { CodeBlock } from '../values/CodeBlock.tsx';

const text = strings.webhooks;

/** The body of one of the chosen events, exactly as it is sent. Null means every event. */
export function EventSample({ events }: { events: readonly string[] | null }) {
  const catalogue = useApiQuery('events.catalogue');
  const [wanted, setWanted] = useState<string | null>(null);
  const offered =
    catalogue.data?.items.filter(
      ({ name, group, enabled }) =>
        group !== 'test' && enabled && (events === null || events.length === 0 || events.includes(name)),
    ) ?? [];
  const shown = offered.find(({ name }) => name === wanted) ?? offered[0];
  if (shown === undefined) return null;
  return (
    <Stack gap="xs">
      <Select
        label={text.sampleOf}
        data={offered.map(({ name }) => name)}
        value={shown.name}
        allowDeselect={false}
        onChange={setWanted}
      />
      <Text size="sm" c="dimmed">
        {shown.about}
      </Text>
      <CodeBlock label={text.sampleBody} code={JSON.stringify(shown.sample, null, 2)} />
    </Stack>
  );
}
