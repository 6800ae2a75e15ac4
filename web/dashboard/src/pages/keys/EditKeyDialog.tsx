import { Modal, Stack, Text } from '@mantine/core';
import type { ApiKey, ApiKeyChange } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';
import { KeyFields, type KeyValues } from './KeyFields.tsx';

const text = strings.keys;

export function EditKeyDialog(props: { apiKey: ApiKey; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      size="lg"
      title={fill(text.editTitle, { name: props.apiKey.name })}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      <EditKeyForm apiKey={props.apiKey} onClose={props.onClose} />
    </Modal>
  );
}

function EditKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const params = { account: useAccountId(), key: apiKey.id };
  const edit = useEditForm({ stored: apiKey, toForm: valuesOf, read: useReadNewest('keys.get', params) });
  const { form } = edit;
  const problem = useSubmitError(form);
  const save = useApiMutation('keys.update', {
    params,
    ifMatch: edit.version,
    invalidates: ['keys.list'],
    onSuccess: ({ name }) => {
      notifySuccess(fill(text.changed, { name }));
      onClose();
    },
    onError: (error) => void problem.show(edit.refused(error)),
  });
  const submit = form.onSubmit(() => {
    problem.clear();
    const edits = edit.edits();
    if (Object.keys(edits).length === 0) onClose();
    else save.mutate(changeOf(edits));
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{text.editLead}</Text>
        <EditConflict conflict={edit.conflict} />
        <KeyFields form={form} />
        <FormButtons
          error={problem.error}
          busy={save.isPending}
          onCancel={onClose}
          label={strings.common.save}
        />
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

/** Contains only changed fields. A list may name an avatar that was deleted since, which the service would refuse. */
const changeOf = ({ avatarIds, origins, ...rest }: Partial<KeyValues>): ApiKeyChange => ({
  ...rest,
  ...(avatarIds === undefined ? {} : { avatarIds: nullIfEmpty(avatarIds) }),
  ...(origins === undefined ? {} : { origins: nullIfEmpty(origins) }),
});

const nullIfEmpty = (list: string[]): string[] | null => (list.length === 0 ? null : list);
