import { Stack, Text } from '@mantine/core';
import type { DeliveryDetail } from '@parley/protocol/management';
import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import { Panel } from '../page/Panel.tsx';
import { DescriptionList } from '../tables/DescriptionList.tsx';
import { CodeBlock } from '../values/CodeBlock.tsx';
import { prettyJson } from '../values/format-text.ts';
import { Id } from '../values/Id.tsx';
import { Timestamp } from '../values/Timestamp.tsx';
import { AttemptView } from './AttemptView.tsx';

const text = strings.delivery;

/** A delivery with every attempt and its content. `facts` are rows that link to other pages. */
export function DeliveryDetails(props: {
  delivery: DeliveryDetail;
  facts: readonly (readonly [string, ReactNode])[];
}) {
  const { delivery } = props;
  const timeOrDash = (at: number | null, ago = false) =>
    at === null ? '–' : <Timestamp ago={ago} at={at} />;
  return (
    <>
      <Panel title={text.facts}>
        <DescriptionList
          items={[
            [text.id, <Id key="id" id={delivery.eventId} />],
            ...props.facts,
            [text.created, timeOrDash(delivery.createdAt)],
            [text.finished, timeOrDash(delivery.finishedAt)],
            [strings.deliveries.next, timeOrDash(delivery.dueAt, true)],
          ]}
        />
      </Panel>
      <Panel title={text.attempts}>
        {delivery.tries.length === 0 ? <Text size="sm">{text.noAttempt}</Text> : null}
        <Stack gap="lg">
          {delivery.tries.map((attempt) => (
            <AttemptView key={`${attempt.at} ${attempt.kind}`} attempt={attempt} showsHeaders />
          ))}
        </Stack>
      </Panel>
      <Panel title={text.payload}>
        {delivery.payloadTruncated ? (
          <Text size="sm" mb="xs">
            {text.payloadTruncated}
          </Text>
        ) : null}
        {delivery.payload === null ? (
          <Text size="sm">{text.payloadGone}</Text>
        ) : (
          <CodeBlock label={strings.webhooks.sampleBody} code={prettyJson(delivery.payload)} />
        )}
      </Panel>
    </>
  );
}
