import { Button } from '@mantine/core';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { Panel } from '../page/Panel.tsx';
import { confirmDialog } from './confirm-dialog.tsx';

/** Deletes the page's object, after a confirmation. */
export function DeletePanel(props: {
  title: string;
  lead: string;
  question: string;
  text: string;
  busy: boolean;
  onDelete: () => void;
}) {
  const begin = () =>
    confirmDialog({
      title: props.question,
      text: props.text,
      confirmLabel: strings.common.remove,
      onConfirm: props.onDelete,
    });
  return (
    <Panel
      danger
      title={props.title}
      lead={props.lead}
      actions={
        <Button
          color="red"
          variant="outline"
          leftSection={<Icon name="trash" size={16} />}
          loading={props.busy}
          onClick={begin}
        >
          {strings.common.remove}
        </Button>
      }
    />
  );
}
