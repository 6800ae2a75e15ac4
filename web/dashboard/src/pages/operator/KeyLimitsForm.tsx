import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ApiKey } from '@parley/protocol/management';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { LimitInput } from '../../components/forms/LimitInput.tsx';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';

const text = strings.operator;
type Limits = { rate: number | ''; burst: number | '' };
const limitsOf = ({ hasOwnLimits, rate, burst }: ApiKey): Limits =>
  hasOwnLimits ? { rate, burst } : { rate: '', burst: '' };
const orNull = (value: number | ''): number | null => (value === '' ? null : value);

export function KeyLimitsForm(props: { account: string; apiKey: ApiKey; onClose: () => void }) {
  const { apiKey } = props;
  const params = { account: props.account, key: apiKey.id };
  const edit = useEditForm({ stored: apiKey, toForm: limitsOf, read: useReadNewest('keys.get', params) });
  const { form } = edit;
  const problem = useSubmitError(form);
  const defaultLabel = (value: number) =>
    apiKey.hasOwnLimits ? text.default : fill(text.byDefault, { value });
  const save = useApiMutation('keys.setLimits', {
    params,
    ifMatch: edit.version,
    invalidates: ['keys.list'],
    onSuccess: () => {
      notifySuccess(text.limitsSaved);
      props.onClose();
    },
    onError: (error) => void problem.show(edit.refused(error)),
  });
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={fill(text.limitsTitle, { name: apiKey.name })}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      <form
        onSubmit={form.onSubmit(({ rate, burst }) =>
          save.mutate({ rate: orNull(rate), burst: orNull(burst) }),
        )}
      >
        <Stack>
          <EditConflict conflict={edit.conflict} />
          <LimitInput
            label={text.rate}
            min={1}
            off={{ value: '', label: defaultLabel(apiKey.rate) }}
            suggested={apiKey.rate}
            {...form.getInputProps('rate')}
            value={form.values.rate}
          />
          <LimitInput
            label={text.burst}
            min={1}
            off={{ value: '', label: defaultLabel(apiKey.burst) }}
            suggested={apiKey.burst}
            {...form.getInputProps('burst')}
            value={form.values.burst}
          />
          <SubmitError error={problem.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {strings.common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {strings.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
