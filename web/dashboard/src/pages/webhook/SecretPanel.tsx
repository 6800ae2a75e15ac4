import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { OneTimeSecret } from '../../components/OneTimeSecret.tsx';
import { Panel } from '../../components/Panel.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.webhook;

export function SecretPanel({ webhook }: { webhook: Webhook }) {
  const account = useAccountId();
  const [isOpen, modal] = useDisclosure(false);
  const [overlap, setOverlap] = useState('0');
  const rotate = useApiMutation('webhooks.rotate', {
    params: { account, webhook: webhook.id },
    invalidates: ['webhooks.get', 'webhooks.list'],
  });
  const close = () => {
    modal.close();
    rotate.reset();
  };
  const newSecret = rotate.data?.secret;
  return (
    <Panel
      title={text.secretTitle}
      lead={text.secretLead}
      actions={
        <Button variant="default" onClick={modal.open}>
          {text.rotate}
        </Button>
      }
    >
      <Modal
        opened={isOpen}
        onClose={close}
        closeOnClickOutside={newSecret === undefined}
        title={newSecret === undefined ? text.rotateQuestion : text.rotatedTitle}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        {newSecret === undefined ? (
          <Stack>
            <Text size="sm">{text.rotateText}</Text>
            <Select
              label={text.overlap}
              data={Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))}
              value={overlap}
              onChange={(value) => setOverlap(value ?? '0')}
            />
            {rotate.isError ? <ErrorAlert error={rotate.error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {strings.common.cancel}
              </Button>
              <Button
                color="red"
                loading={rotate.isPending}
                onClick={() => rotate.mutate({ overlapSeconds: Number(overlap) })}
              >
                {text.rotate}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack>
            <OneTimeSecret secret={newSecret} label={strings.webhooks.secret} />
            <Group justify="flex-end">
              <Button onClick={close}>{strings.common.oneSecret.kept}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </Panel>
  );
}
