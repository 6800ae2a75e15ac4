import { Alert, Text } from '@mantine/core';
import type { Partner } from '@parley/protocol/management';
import { Panel } from '../../components/page/Panel.tsx';
import { DescriptionList } from '../../components/tables/DescriptionList.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { plural, strings } from '../../strings/index.ts';

const text = strings.partner;

/** Whether the partner's webhook works. */
export function PartnerFacts({ partner: { grants, createdAt, webhook } }: { partner: Partner }) {
  const { waiting, consecutiveFailures } = webhook;
  const isPaused = webhook.state === 'paused';
  const waitingText = isPaused
    ? plural(strings.webhooks.held, waiting)
    : plural(strings.webhooks.pending, waiting);
  const failuresText =
    consecutiveFailures > 0 ? `, ${plural(strings.webhooks.failures, consecutiveFailures)}` : '';
  return (
    <Panel>
      {isPaused ? (
        <Alert color="red" icon={<Icon name="warning" />} title={text.pausedTitle} mb="md">
          <Text size="sm">
            {webhook.pauseReason} {text.pausedText}
          </Text>
          {webhook.pausedAt === null ? null : (
            <Text size="sm" mt={4}>
              {strings.webhook.pausedTitle} <Timestamp ago at={webhook.pausedAt} />.
            </Text>
          )}
        </Alert>
      ) : null}
      <DescriptionList
        items={[
          [strings.partners.grants, grants],
          [text.deliveries, waitingText + failuresText],
          [strings.partners.since, <Timestamp key="since" at={createdAt} />],
        ]}
      />
    </Panel>
  );
}
