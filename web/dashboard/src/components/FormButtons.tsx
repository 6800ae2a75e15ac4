import { Button, Group } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** The buttons at the end of a form in a dialog. */
export function FormButtons(props: { busy: boolean; onCancel: () => void; label?: string }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={props.onCancel}>
        {strings.common.cancel}
      </Button>
      <Button type="submit" loading={props.busy}>
        {props.label ?? strings.common.create}
      </Button>
    </Group>
  );
}
