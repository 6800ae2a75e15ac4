import { Modal } from '@mantine/core';
import { useApiMutation } from '../../api/queries.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { strings } from '../../strings/index.ts';
import { PasswordStep } from './PasswordStep.tsx';

const text = strings.profile;

export function TurnOffSecondFactor({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const remove = useApiMutation('me.removeSecondFactor', {
    invalidates: ['me.get'],
    onSuccess: () => {
      notifySuccess(text.turnedOff);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.turnOff}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      <PasswordStep
        danger
        hasPassword={hasPassword}
        busy={remove.isPending}
        error={remove.error}
        confirm={text.turnOff}
        onConfirm={remove.mutate}
      />
    </Modal>
  );
}
