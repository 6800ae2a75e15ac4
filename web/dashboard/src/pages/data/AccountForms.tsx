import { Button, Group, TextInput } from '@mantine/core';
import type { Account } from '@parley/protocol/management';
import type { FormEventHandler, ReactNode } from 'react';
import type { BodyOf } from '../../api/call.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { LimitInput } from '../../components/forms/LimitInput.tsx';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.data;
export type AccountFormProps = { account: Account; canChange: boolean };

export function NameForm({ account, canChange }: AccountFormProps) {
  const edit = useAccountForm(account, ({ name }) => ({ name }));
  const { form } = edit;
  return (
    <Panel title={text.account}>
      <OneFieldForm edit={edit} canChange={canChange} isValid={form.values.name.trim() !== ''}>
        <TextInput label={text.name} readOnly={!canChange} {...form.getInputProps('name')} />
      </OneFieldForm>
    </Panel>
  );
}

const forEver = (days: number): number => (days === 0 ? Number.POSITIVE_INFINITY : days);

export function RetentionForm({ account, canChange }: AccountFormProps) {
  const edit = useAccountForm(account, ({ retentionDays }) => ({ retentionDays }));
  const { form } = edit;
  const submit = form.onSubmit(({ retentionDays: days }) => {
    if (forEver(days) >= forEver(account.retentionDays)) return edit.save();
    confirmDialog({
      title: text.shorterQuestion,
      text: fill(text.shorterText, { days }),
      confirmLabel: strings.common.save,
      onConfirm: edit.save,
    });
  });
  return (
    <Panel title={text.retention} lead={text.retentionLead}>
      <OneFieldForm
        edit={{ ...edit, submit }}
        canChange={canChange}
        isValid={typeof form.values.retentionDays === 'number'}
      >
        <LimitInput
          label={text.days}
          description={text.daysHint}
          min={1}
          max={3650}
          off={{ value: 0, label: strings.common.forever }}
          suggested={90}
          suffix={strings.common.units.days}
          readOnly={!canChange}
          {...form.getInputProps('retentionDays')}
          value={form.values.retentionDays}
        />
      </OneFieldForm>
    </Panel>
  );
}

export const useAccountForm = <Values extends object>(
  account: Account,
  toForm: (account: Account) => Values,
  toBody: (values: Values) => BodyOf<'account.update'> = (values) => values,
) =>
  useEditForm({
    stored: account,
    toForm,
    read: 'account.get',
    save: 'account.update',
    params: {},
    invalidates: ['account.get', 'me.get'],
    toChange: (_, values) => toBody(values),
    onSaved: () => notifySuccess(text.saved),
  });

/** A field with a button beside or below it that saves it. */
export function OneFieldForm(props: {
  edit: Pick<ReturnType<typeof useEditForm>, 'conflict' | 'error' | 'isSending'> & {
    submit: FormEventHandler<HTMLFormElement>;
    form: { isDirty(): boolean };
  };
  canChange: boolean;
  isValid: boolean;
  isWide?: boolean;
  children: ReactNode;
}) {
  const { edit } = props;
  return (
    <form onSubmit={edit.submit}>
      <EditConflict conflict={edit.conflict} />
      {props.isWide ? props.children : null}
      <Group align="flex-end" mt={props.isWide ? 'md' : 0}>
        {props.isWide ? null : props.children}
        {props.canChange ? (
          <Button type="submit" loading={edit.isSending} disabled={!props.isValid || !edit.form.isDirty()}>
            {strings.common.save}
          </Button>
        ) : null}
      </Group>
      <SubmitError error={edit.error} />
    </form>
  );
}
