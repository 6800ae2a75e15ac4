import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Webhook } from '@parley/protocol/management';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { AttemptView } from '../../components/deliveries/AttemptView.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { plural, strings } from '../../strings/index.ts';

const text = strings.webhook;

/** The state of a webhook. If failures paused it, a test must pass before it can be re-enabled. */
export function TestPanel({ webhook }: { webhook: Webhook }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const params = { account, webhook: webhook.id };
  const changedCalls = ['webhooks.get', 'webhooks.list', 'deliveries.list'] as const;
  const test = useApiMutation('webhooks.test', { params, invalidates: changedCalls });
  const enable = useApiMutation('webhooks.enable', {
    params,
    invalidates: changedCalls,
    onSuccess: () => notifySuccess(text.enabled),
    onError: notifyError,
  });
  const isPaused = webhook.state === 'paused';
  const byPerson = webhook.pausedBy === 'manual';
  return (
    <Panel title={text.test} lead={text.testLead}>
      <Stack>
        {isPaused ? (
          <Alert color={byPerson ? 'yellow' : 'red'} icon={<Icon name="warning" />} title={text.pausedTitle}>
            <Text size="sm">
              {webhook.pauseReason} {byPerson ? text.pausedByPerson : text.pausedText}
            </Text>
            <Text size="sm" mt={4}>
              {webhook.pausedAt === null ? null : (
                <>
                  {text.pausedTitle} <Timestamp ago at={webhook.pausedAt} />.{' '}
                </>
              )}
              {plural(strings.webhooks.held, webhook.waiting)}.
            </Text>
          </Alert>
        ) : (
          <Text size="sm" c="dimmed">
            {plural(strings.webhooks.pending, webhook.waiting)}
            {webhook.consecutiveFailures > 0
              ? `, ${plural(strings.webhooks.failures, webhook.consecutiveFailures)}`
              : ''}
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
          {isPaused && isOwner ? (
            <Button
              disabled={!webhook.canEnable}
              loading={enable.isPending}
              onClick={() => enable.mutate({})}
            >
              {text.enable}
            </Button>
          ) : null}
          <Text size="sm" c="dimmed">
            {isPaused && isOwner && !webhook.canEnable ? text.needsTest : null}
            {webhook.testPassedAt === null ? null : (
              <>
                {' '}
                {text.lastPass} <Timestamp ago at={webhook.testPassedAt} />.
              </>
            )}
          </Text>
        </Group>
        {test.isError ? <ErrorAlert error={test.error} /> : null}
        {test.data === undefined ? null : (
          <div role="status">
            <Text size="sm" fw={600} mb="xs">
              {test.data.passed ? text.testPassed : text.testFailed}
            </Text>
            <AttemptView attempt={test.data} />
          </div>
        )}
      </Stack>
    </Panel>
  );
}
