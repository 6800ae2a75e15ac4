import { Button, Group } from '@mantine/core';
import { strings } from '../../strings/index.ts';
import { SubmitError } from './SubmitError.tsx';

/** The buttons at the end of a form in a dialog, below any error that belongs to no field. */
export function FormButtons(props: { busy: boolean; error: unknown; onCancel: () => void; label?: string }) {
  return (
    <>
      <SubmitError error={props.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onCancel}>
          {strings.common.cancel}
        </Button>
        <Button type="submit" loading={props.busy}>
          {props.label ?? strings.common.create}
        </Button>
      </Group>
    </>
  );
}
