import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ApiKey } from '@parley/protocol/management';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import { EditKeyDialog } from './EditKeyDialog.tsx';

const text = strings.keys;

export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const [isEditing, dialog] = useDisclosure(false);
  const shared = {
    params: { account, key: apiKey.id },
    invalidates: ['keys.list'] as const,
    onError: notifyError,
  };
  const disable = useApiMutation('keys.disable', {
    ...shared,
    onSuccess: () => notifySuccess(fill(text.disabled, { name: apiKey.name })),
  });
  const enable = useApiMutation('keys.enable', {
    ...shared,
    onSuccess: () => notifySuccess(fill(text.enabled, { name: apiKey.name })),
  });
  const revoke = useApiMutation('keys.revoke', {
    ...shared,
    onSuccess: () => notifySuccess(fill(text.revoked, { name: apiKey.name })),
  });
  if (!isOwner || apiKey.state === 'revoked') return null;
  return (
    <>
      <EditKeyDialog apiKey={apiKey} isOpen={isEditing} onClose={dialog.close} />
      <Menu shadow="md" position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={fill(strings.common.moreFor, { what: apiKey.name })}
          >
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={dialog.open}>{text.edit}</Menu.Item>
          {apiKey.state === 'active' ? (
            <Menu.Item onClick={() => disable.mutate({})}>{text.disable}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => enable.mutate({})}>{text.enable}</Menu.Item>
          )}
          <Menu.Item
            color="red"
            onClick={() =>
              confirmDialog({
                title: fill(text.revokeQuestion, { name: apiKey.name }),
                text: text.revokeText,
                confirmLabel: text.revoke,
                onConfirm: () => revoke.mutate({}),
              })
            }
          >
            {text.revoke}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
