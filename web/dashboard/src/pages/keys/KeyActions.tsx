import { Menu, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ApiKey } from '@parley/protocol/management';
import { useIsOwner } from '../../api/me.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { RowMenu } from '../../components/forms/RowMenu.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { fill, strings } from '../../strings/index.ts';
import { EditKeyForm } from './EditKeyForm.tsx';

const text = strings.keys;

export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, state } = apiKey;
  const isOwner = useIsOwner();
  const [isEditing, dialog] = useDisclosure(false);
  const shared = { params: { key: id }, invalidates: ['keys.list'] as const };
  const disable = useAction('keys.disable', { ...shared, done: fill(text.disabled, { name }) });
  const enable = useAction('keys.enable', { ...shared, done: fill(text.enabled, { name }) });
  const revoke = useAction('keys.revoke', { ...shared, done: fill(text.revoked, { name }) });
  const askRevoke = () =>
    confirmDialog({
      title: fill(text.revokeQuestion, { name }),
      text: text.revokeText,
      confirmLabel: text.revoke,
      onConfirm: () => revoke.mutate({}),
    });
  if (!isOwner || state === 'revoked') return null;
  return (
    <>
      <Modal opened={isEditing} onClose={dialog.close} size="lg" title={fill(text.editTitle, { name })}>
        <EditKeyForm apiKey={apiKey} onClose={dialog.close} />
      </Modal>
      <RowMenu name={name}>
        <Menu.Item onClick={dialog.open}>{text.edit}</Menu.Item>
        {state === 'active' ? (
          <Menu.Item onClick={() => disable.mutate({})}>{text.disable}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => enable.mutate({})}>{text.enable}</Menu.Item>
        )}
        <Menu.Item color="red" onClick={askRevoke}>
          {text.revoke}
        </Menu.Item>
      </RowMenu>
    </>
  );
}
