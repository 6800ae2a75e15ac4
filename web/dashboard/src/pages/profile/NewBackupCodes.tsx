import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useApiMutation } from '../../api/queries.ts';
import { OneTimeSecret } from '../../components/OneTimeSecret.tsx';
import { strings } from '../../strings/index.ts';
import { PasswordStep } from './PasswordStep.tsx';

const words = strings.profile;

export function NewBackupCodes({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const make = useApiMutation('me.newBackupCodes');
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={make.data === undefined}
      title={words.newCodes}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      {make.data === undefined ? (
        <PasswordStep
          hasPassword={hasPassword}
          busy={make.isPending}
          error={make.error}
          confirm={words.newCodes}
          onConfirm={make.mutate}
        />
      ) : (
        <Stack>
          <Text size="sm">{words.backupLead}</Text>
          <OneTimeSecret secret={make.data.backupCodes.join('\n')} label={words.backupLabel} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{strings.common.secretKept}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
