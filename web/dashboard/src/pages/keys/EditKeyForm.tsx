import { Text } from '@mantine/core';
import type { ApiKey, ApiKeyChange } from '@parley/protocol/management';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';
import { KeyFields, type KeyValues } from './KeyFields.tsx';

const text = strings.keys;

export function EditKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const edit = useEditForm({
    stored: apiKey,
    toForm: valuesOf,
    read: 'keys.get',
    save: 'keys.update',
    params: { key: apiKey.id },
    invalidates: ['keys.list'],
    toChange: changeOf,
    onSaved: ({ name }) => {
      notifySuccess(fill(text.changed, { name }));
      onClose();
    },
  });
  const submit = edit.form.onSubmit(() => (edit.form.isDirty() ? edit.save() : onClose()));
  return (
    <DialogForm form={{ ...edit, submit }} label={strings.common.save} onCancel={onClose}>
      <Text size="sm">{text.editLead}</Text>
      <EditConflict conflict={edit.conflict} />
      <KeyFields form={edit.form} />
    </DialogForm>
  );
}

const valuesOf = ({ name, permissions, avatarIds, origins }: ApiKey): KeyValues => ({
  name,
  permissions: [...permissions],
  avatarIds: avatarIds ?? [],
  origins: origins ?? [],
});

/** Contains only changed fields. A list may name an avatar that was deleted since, which the service would refuse. */
const changeOf = ({ avatarIds, origins, ...rest }: Partial<KeyValues>): ApiKeyChange => ({
  ...rest,
  ...(avatarIds === undefined ? {} : { avatarIds: nullIfEmpty(avatarIds) }),
  ...(origins === undefined ? {} : { origins: nullIfEmpty(origins) }),
});

const nullIfEmpty = (list: string[]): string[] | null => (list.length === 0 ? null : list);
