import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useIsOwner } from '../../api/me.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import type { ReplaySource } from './replay-body.ts';
import { TryBrainForm } from './TryBrainForm.tsx';

const text = strings.replays;

/** Opens the form that starts a replay. Only owners see it, because it sends what visitors said elsewhere. */
export function TryBrainButton({ source }: { source: ReplaySource }) {
  const [isOpen, dialog] = useDisclosure(false);
  if (!useIsOwner()) return null;
  const title =
    'session' in source ? text.titleSession : fill(text.titleAvatar, { name: source.avatar.name });
  return (
    <>
      <Button variant="default" leftSection={<Icon name="replay" size={16} />} onClick={dialog.open}>
        {text.open}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={title}>
        <TryBrainForm source={source} onClose={dialog.close} />
      </Modal>
    </>
  );
}
