import { Stack, Text } from '@mantine/core';
import type { DeliveryDetail } from '@parley/protocol/management';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallName, Params } from '../../api/call.ts';
import { strings } from '../../strings/index.ts';
import { ActionButton } from '../forms/ActionButton.tsx';
import { ObjectPage } from '../page/Loaded.tsx';
import { Panel } from '../page/Panel.tsx';
import { DescriptionList } from '../tables/DescriptionList.tsx';
import { CodeBlock } from '../values/CodeBlock.tsx';
import { prettyJson } from '../values/format-text.ts';
import { Id } from '../values/Id.tsx';
import { Timestamp } from '../values/Timestamp.tsx';
import { AttemptView } from './AttemptView.tsx';
import { DeliveryBadge } from './DeliveryBadge.tsx';

const text = strings.delivery;
const timeOrDash = (at: number | null, ago = false) => (at === null ? '–' : <Timestamp ago={ago} at={at} />);

/** The page of a delivery with every attempt and its content. */
export function DeliveryView(props: {
  query: UseQueryResult<DeliveryDetail>;
  /** Until the event is known. */
  title: string;
  above: ReactNode;
  actions: (delivery: DeliveryDetail) => ReactNode;
  /** Rows that link to other pages. */
  facts: (delivery: DeliveryDetail) => readonly (readonly [string, ReactNode])[];
}) {
  return (
    <ObjectPage
      query={props.query}
      header={(delivery) => ({
        title: delivery?.event ?? props.title,
        above: props.above,
        beside: delivery === undefined ? null : <DeliveryBadge state={delivery.status} />,
        actions: delivery === undefined ? null : props.actions(delivery),
      })}
    >
      {(delivery) => (
        <>
          <Panel title={text.facts}>
            <DescriptionList
              items={[
                [text.id, <Id key="id" id={delivery.eventId} />],
                ...props.facts(delivery),
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
      )}
    </ObjectPage>
  );
}

/** Sends a delivery again. */
export function ReplayButton(props: {
  call: 'deliveries.replay' | 'partners.replay';
  params: Params;
  invalidates: readonly CallName[];
}) {
  return (
    <ActionButton
      {...props}
      icon="replay"
      label={text.replay}
      done={({ passed }) => (passed ? text.replayed : text.replayFailed)}
    />
  );
}
