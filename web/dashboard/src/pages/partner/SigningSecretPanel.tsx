import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Partner } from '@parley/protocol/management';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { OneTimeSecret } from '../../components/OneTimeSecret.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.partner;

export function SigningSecretPanel({ partner }: { partner: Partner }) {
  const [isOpen, modal] = useDisclosure(false);
  const rotate = useApiMutation('partners.rotate', {
    params: { partner: partner.id },
    invalidates: ['partners.get', 'partners.list'],
  });
  const close = () => {
    modal.close();
    rotate.reset();
  };
  const newSecret = rotate.data?.webhookSecret;
  const { oldSecretUntil } = partner.webhook;
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
      {oldSecretUntil === null ? null : (
        <Text size="sm">
          {text.oldSecretUntil} <Timestamp at={oldSecretUntil} />.
        </Text>
      )}
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
            {rotate.isError ? <ErrorAlert error={rotate.error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {strings.common.cancel}
              </Button>
              <Button color="red" loading={rotate.isPending} onClick={() => rotate.mutate({})}>
                {text.rotate}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack>
            <OneTimeSecret secret={newSecret} label={strings.partners.webhookSecret} />
            <Group justify="flex-end">
              <Button onClick={close}>{strings.common.oneSecret.kept}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </Panel>
  );
}
