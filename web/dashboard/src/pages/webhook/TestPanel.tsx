import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Webhook } from '@parley/protocol/management';
import { useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { useAction } from '../../components/forms/use-action.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { TestResult } from '../../components/webhooks/TestResult.tsx';
import { PausedAlert, waitingText } from '../../components/webhooks/webhook-state.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.webhook;

/** The state of a webhook. If failures paused it, a test must pass before it can be re-enabled. */
export function TestPanel({ webhook }: { webhook: Webhook }) {
  const shared = {
    params: { webhook: webhook.id },
    invalidates: ['webhooks.get', 'webhooks.list', 'deliveries.list'] as const,
  };
  const test = useApiMutation('webhooks.test', shared);
  const enable = useAction('webhooks.enable', { ...shared, done: text.enabled });
  const isPaused = webhook.state === 'paused';
  const mayEnable = useIsOwner() && isPaused;
  return (
    <Panel title={text.test} lead={text.testLead}>
      <Stack>
        {isPaused ? (
          <PausedAlert
            webhook={webhook}
            title={text.pausedTitle}
            advice={webhook.pausedBy === 'manual' ? text.pausedByPerson : text.pausedText}
            note={`${waitingText({ ...webhook, consecutiveFailures: 0 })}.`}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {waitingText(webhook)}
          </Text>
        )}
        {webhook.warning === null ? null : (
          <Alert color="yellow" icon={<Icon name="warning" />}>
            {webhook.warning}
          </Alert>
        )}
        <Group>
          <Button
            variant="light"
            leftSection={<Icon name="play" size={16} />}
            loading={test.isPending}
            onClick={() => test.mutate({})}
          >
            {text.test}
          </Button>
          {mayEnable ? (
            <Button
              disabled={!webhook.canEnable}
              loading={enable.isPending}
              onClick={() => enable.mutate({})}
            >
              {text.enable}
            </Button>
          ) : null}
          <Text size="sm" c="dimmed">
            {mayEnable && !webhook.canEnable ? text.needsTest : null}
            {webhook.testPassedAt === null ? null : (
              <>
                {' '}
                {text.lastPass} <Timestamp ago at={webhook.testPassedAt} />.
              </>
            )}
          </Text>
        </Group>
        {test.isError ? <ErrorAlert error={test.error} /> : null}
        <TestResult result={test.data} />
      </Stack>
    </Panel>
  );
}
