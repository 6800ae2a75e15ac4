import { Button, Stack, Text } from '@mantine/core';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { AttemptView } from '../../components/deliveries/AttemptView.tsx';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.webhooks;

/** Sends a test event to a webhook that was just created. */
export function SendTest({ webhook }: { webhook: string }) {
  const account = useAccountId();
  const test = useApiMutation('webhooks.test', {
    params: { account, webhook },
    invalidates: ['webhooks.get', 'webhooks.list', 'deliveries.list'],
  });
  return (
    <Stack gap="xs">
      <Text size="sm">{text.testHint}</Text>
      <div>
        <Button
          variant="light"
          leftSection={<Icon name="play" size={16} />}
          loading={test.isPending}
          onClick={() => test.mutate({})}
        >
          {text.sendTest}
        </Button>
      </div>
      <SubmitError error={test.error} />
      {test.data === undefined ? null : (
        <div role="status">
          <Text size="sm" fw={600} mb="xs">
            {test.data.passed ? strings.webhook.testPassed : strings.webhook.testFailed}
          </Text>
          <AttemptView attempt={test.data} />
        </div>
      )}
    </Stack>
  );
}
