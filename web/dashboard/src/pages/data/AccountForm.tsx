import { Button, Group, TextInput } from '@mantine/core';
import type { Account } from '@parley/protocol/management';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { strings } from '../../strings/index.ts';
import { useAccountForm } from './use-account-form.ts';

const text = strings.data;

export function AccountForm({ account, canChange }: { account: Account; canChange: boolean }) {
  const { form, conflict, save, isSaving, problem } = useAccountForm(account, 'name');
  return (
    <Panel title={text.account}>
      <form onSubmit={form.onSubmit(save)}>
        <EditConflict conflict={conflict} />
        <Group align="flex-end">
          <TextInput
            label={text.name}
            readOnly={!canChange}
            {...form.getInputProps('value')}
            {...problem.input}
          />
          {canChange ? (
            <Button
              type="submit"
              loading={isSaving}
              disabled={form.values.value.trim() === '' || !form.isDirty()}
            >
              {strings.common.save}
            </Button>
          ) : null}
        </Group>
        <SubmitError error={problem.rest} />
      </form>
    </Panel>
  );
}
