import { Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ApiKey, ApiKeyChange } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { strings } from '../../strings/index.ts';
import { KeyFields, type KeyValues } from './KeyFields.tsx';

const text = strings.keys;

export function EditKeyDialog(props: { apiKey: ApiKey; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      size="lg"
      title={text.editTitle(props.apiKey.name)}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      <EditKeyForm apiKey={props.apiKey} onClose={props.onClose} />
    </Modal>
  );
}

function EditKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const account = useAccountId();
  const [error, setError] = useState<unknown>(null);
  const form = useForm<KeyValues>({ mode: 'controlled', initialValues: valuesOf(apiKey) });
  const save = useApiMutation('keys.update', {
    params: { account, key: apiKey.id },
    invalidates: ['keys.list'],
    onSuccess: ({ name }) => {
      notifySuccess(text.changed(name));
      onClose();
    },
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  const submit = form.onSubmit((values) => {
    setError(null);
    if (form.isDirty()) save.mutate(changeOf(values, (field) => form.isDirty(field)));
    else onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{text.editLead}</Text>
        {error === null ? null : <ErrorAlert error={error} />}
        <KeyFields form={form} />
        <FormButtons busy={save.isPending} onCancel={onClose} label={strings.common.save} />
      </Stack>
    </form>
  );
}

const valuesOf = ({ name, permissions, avatarIds, origins }: ApiKey): KeyValues => ({
  name,
  permissions: [...permissions],
  avatarIds: avatarIds ?? [],
  origins: origins ?? [],
});

/** Only what changed: a list may name an avatar that was deleted since, which the service would refuse. */
function changeOf(values: KeyValues, isChanged: (field: keyof KeyValues) => boolean): ApiKeyChange {
  const { name, permissions, avatarIds, origins } = values;
  return {
    ...(isChanged('name') ? { name } : {}),
    ...(isChanged('permissions') ? { permissions } : {}),
    ...(isChanged('avatarIds') ? { avatarIds: nullIfEmpty(avatarIds) } : {}),
    ...(isChanged('origins') ? { origins: nullIfEmpty(origins) } : {}),
  };
}

const nullIfEmpty = (list: string[]): string[] | null => (list.length === 0 ? null : list);
