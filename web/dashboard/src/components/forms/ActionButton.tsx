import { Button, type ButtonProps } from '@mantine/core';
import type { BodyOf, CallName } from '../../api/call.ts';
import { Icon } from '../../icons/Icon.tsx';
import type { IconName } from '../../icons/shapes.ts';
import { confirmDialog } from './confirm-dialog.tsx';
import { type ActionOptions, useAction } from './use-action.ts';

type ActionButtonProps<N extends CallName> = ActionOptions<N> &
  Omit<ButtonProps, 'loading' | 'leftSection'> & {
    call: N;
    body?: BodyOf<N>;
    label: string;
    'aria-label'?: string;
    icon?: IconName;
    /** Asked before the call. The person confirms with the label of the button if `confirmLabel` is left out. */
    question?: { title: string; text: string; confirmLabel?: string; danger?: boolean };
  };

/** A button that makes one change, after a confirmation if it has a question. */
export function ActionButton<N extends CallName>(props: ActionButtonProps<N>) {
  const { call, body, label, icon, question, params, query, invalidates, done, onDone, ...button } = props;
  const action = useAction(call, { params, query, invalidates, done, onDone } as ActionOptions<N>);
  const run = () => action.mutate((body ?? {}) as BodyOf<N>);
  return (
    <Button
      {...button}
      {...(icon === undefined ? {} : { leftSection: <Icon name={icon} size={16} /> })}
      loading={action.isPending}
      onClick={() =>
        question === undefined ? run() : confirmDialog({ confirmLabel: label, ...question, onConfirm: run })
      }
    >
      {label}
    </Button>
  );
}
