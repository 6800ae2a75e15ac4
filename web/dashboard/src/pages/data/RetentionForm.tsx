import { Button, Group } from '@mantine/core';
import type { Account } from '@parley/protocol/management';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { LimitInput } from '../../components/forms/LimitInput.tsx';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { fill, strings } from '../../strings/index.ts';
import { useAccountForm } from './use-account-form.ts';

const text = strings.data;
const forEver = (days: number): number => (days === 0 ? Number.POSITIVE_INFINITY : days);

export function RetentionForm({ account, canChange }: { account: Account; canChange: boolean }) {
  const { form, conflict, save, isSaving, problem } = useAccountForm(account, 'retentionDays');
  const submit = form.onSubmit(({ value: days }) => {
    if (forEver(days) >= forEver(account.retentionDays)) return save();
    confirmDialog({
      title: text.shorterQuestion,
      text: fill(text.shorterText, { days }),
      confirmLabel: strings.common.save,
      onConfirm: save,
    });
  });
  return (
    <Panel title={text.retention} lead={text.retentionLead}>
      <form onSubmit={submit}>
        <EditConflict conflict={conflict} />
        <Group align="flex-end">
          <LimitInput
            label={text.days}
            description={text.daysHint}
            min={1}
            max={3650}
            off={{ value: 0, label: strings.common.forever }}
            suggested={90}
            suffix={strings.common.units.days}
            readOnly={!canChange}
            {...form.getInputProps('value')}
            value={form.values.value}
            error={problem.input.error}
          />
          {canChange ? (
            <Button
              type="submit"
              loading={isSaving}
              disabled={typeof form.values.value !== 'number' || !form.isDirty()}
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
