import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useApiMutation } from '../../api/queries.ts';
import { OneTimeSecret } from '../../components/secrets/OneTimeSecret.tsx';
import { strings } from '../../strings/index.ts';
import { PasswordStep } from './PasswordStep.tsx';

const text = strings.profile;

export function NewBackupCodes({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const make = useApiMutation('me.newBackupCodes');
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={make.data === undefined}
      title={text.newCodes}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      {make.data === undefined ? (
        <PasswordStep
          hasPassword={hasPassword}
          busy={make.isPending}
          error={make.error}
          confirm={text.newCodes}
          onConfirm={make.mutate}
        />
      ) : (
        <Stack>
          <Text size="sm">{text.backupLead}</Text>
          <OneTimeSecret secret={make.data.backupCodes.join('\n')} label={text.backupLabel} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{strings.common.oneSecret.kept}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
