import { Button, Group, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import { SubmitError } from './SubmitError.tsx';

/** A form in a dialog, with its error and buttons below the fields. */
export function DialogForm(props: {
  /** Of `useCallForm` or `useEditForm`. */
  form: { submit: FormEventHandler<HTMLFormElement>; error: unknown; isSending: boolean };
  label: string;
  danger?: boolean;
  disabled?: boolean;
  /** Without it there is no button to cancel. */
  onCancel?: () => void;
  children: ReactNode;
}) {
  const { form, onCancel, danger = false, disabled = false } = props;
  return (
    <form onSubmit={form.submit}>
      <Stack>
        {props.children}
        <SubmitError error={form.error} />
        <Group justify="flex-end">
          {onCancel === undefined ? null : (
            <Button variant="default" onClick={onCancel}>
              {strings.common.cancel}
            </Button>
          )}
          <Button
            type="submit"
            loading={form.isSending}
            disabled={disabled}
            {...(danger ? { color: 'red' } : {})}
          >
            {props.label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
