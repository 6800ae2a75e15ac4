import { Button, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/confirm-dialog.tsx';
import { notifySuccess } from '../../components/notifications.ts';
import { Panel } from '../../components/Panel.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.data;
const forEver = (days: number): number => (days === 0 ? Number.POSITIVE_INFINITY : days);

export function RetentionForm({ days, canChange }: { days: number; canChange: boolean }) {
  const account = useAccountId();
  const [value, setValue] = useState<number | string>(days);
  const save = useApiMutation('account.update', {
    params: { account },
    invalidates: ['account.get'],
    onSuccess: () => notifySuccess(text.saved),
  });
  const wanted = Number(value);
  const submit = () => {
    const run = () => save.mutate({ retentionDays: wanted });
    if (forEver(wanted) >= forEver(days)) return run();
    confirmDialog({
      title: text.shorterQuestion,
      text: text.shorterText(wanted),
      confirmLabel: strings.common.save,
      onConfirm: run,
    });
  };
  return (
    <Panel title={text.retention} lead={text.retentionLead}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Group align="flex-end">
          <NumberInput
            label={text.days}
            description={text.daysHint}
            min={0}
            max={3650}
            allowDecimal={false}
            readOnly={!canChange}
            value={value}
            onChange={setValue}
            error={isApiError(save.error) ? save.error.message : null}
          />
          {canChange ? (
            <Button type="submit" loading={save.isPending} disabled={value === '' || wanted === days}>
              {strings.common.save}
            </Button>
          ) : null}
        </Group>
      </form>
    </Panel>
  );
}
