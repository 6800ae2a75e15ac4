import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { strings } from '../../strings/index.ts';

/** Asks for confirmation before an action. */
export function confirmDialog(question: {
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
  onConfirm: () => void;
}): void {
  modals.openConfirmModal({
    title: question.title,
    children: <Text size="sm">{question.text}</Text>,
    labels: { confirm: question.confirmLabel, cancel: strings.common.cancel },
    confirmProps: { color: question.danger === false ? 'sea' : 'red' },
    onConfirm: question.onConfirm,
  });
}
