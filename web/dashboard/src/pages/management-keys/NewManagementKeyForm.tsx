import { Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CreatedManagementKey } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { strings } from '../../strings/index.ts';
import { type ExpiryChoice, expiryOf } from './expiry.ts';
import { ScopeFields } from './ScopeFields.tsx';

const text = strings.managementKeys;
type Values = { name: string; scopes: string[]; expiry: ExpiryChoice; date: string };

export function NewManagementKeyForm(props: {
  onCreated: (key: CreatedManagementKey) => void;
  onClose: () => void;
}) {
  const account = useAccountId();
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { name: '', scopes: [], expiry: '90', date: '' },
    validate: {
      scopes: (scopes) => (scopes.length === 0 ? text.noScopes : null),
      date: (date, { expiry }) => (expiryOf(expiry, date, new Date()) === undefined ? text.pickDate : null),
    },
  });
  const problem = useSubmitError(form, { names: { expiresAt: 'date' } });
  const create = useApiMutation('managementKeys.create', {
    params: { account },
    invalidates: ['managementKeys.list'],
    onSuccess: props.onCreated,
    onError: (error) => void problem.show(error),
  });
  const submit = form.onSubmit(({ name, scopes, expiry, date }) => {
    problem.clear();
    create.mutate({ name, scopes, expiresAt: expiryOf(expiry, date, new Date()) ?? null });
  }, problem.onInvalid);
  const { expiry } = form.values;
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={text.name}
          description={text.nameHint}
          required
          data-autofocus
          maxLength={120}
          {...form.getInputProps('name')}
        />
        <ScopeFields {...form.getInputProps('scopes')} />
        <Select
          label={text.expiry}
          description={expiry === 'never' ? text.expiryHintNever : text.expiryHint}
          data={Object.entries(text.expiries).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps('expiry')}
        />
        {expiry === 'date' ? (
          <TextInput type="date" label={text.expiryDate} required {...form.getInputProps('date')} />
        ) : null}
        <FormButtons error={problem.error} busy={create.isPending} onCancel={props.onClose} />
      </Stack>
    </form>
  );
}
