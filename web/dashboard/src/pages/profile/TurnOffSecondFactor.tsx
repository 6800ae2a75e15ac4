import { Modal } from '@mantine/core';
import { useApiMutation } from '../../api/queries.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { strings } from '../../strings/index.ts';
import { PasswordStep } from './PasswordStep.tsx';

const words = strings.profile;

export function TurnOffSecondFactor({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const remove = useApiMutation('me.removeSecondFactor', {
    invalidates: ['me.get'],
    onSuccess: () => {
      notifySuccess(words.turnedOff);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.turnOff}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      <PasswordStep
        danger
        hasPassword={hasPassword}
        busy={remove.isPending}
        error={remove.error}
        confirm={words.turnOff}
        onConfirm={remove.mutate}
      />
    </Modal>
  );
}
