import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { ErrorAlert } from '../page/ErrorAlert.tsx';
import classes from './SaveBar.module.css';

/** Appears with the first change and stays visible until the change is saved or undone. */
export function SaveBar(props: {
  dirty: boolean;
  busy: boolean;
  error: unknown;
  onUndo: () => void;
  /** True for an address on which the changes are still shown. */
  keepsAt?: (pathname: string) => boolean;
}) {
  const { dirty, busy, error, onUndo, keepsAt } = props;
  useBlocker({
    shouldBlockFn: ({ next }) =>
      dirty && !busy && keepsAt?.(next.pathname) !== true && !window.confirm(strings.common.leaveUnsaved),
    enableBeforeUnload: () => dirty && !busy,
  });
  if (!dirty) return null;
  return (
    <div className={classes.bar}>
      {error === null ? <span role="status">{strings.common.unsaved}</span> : <ErrorAlert error={error} />}
      <span className={classes.buttons}>
        <Button variant="default" onClick={onUndo} disabled={busy}>
          {strings.common.undo}
        </Button>
        <Button type="submit" loading={busy}>
          {strings.common.save}
        </Button>
      </span>
    </div>
  );
}
