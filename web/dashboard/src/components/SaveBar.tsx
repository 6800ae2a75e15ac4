import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { strings } from '../strings/index.ts';
import classes from './SaveBar.module.css';

/** Appears with the first change and stays visible until the change is saved or undone. */
export function SaveBar({ dirty, busy, onUndo }: { dirty: boolean; busy: boolean; onUndo: () => void }) {
  useBlocker({
    shouldBlockFn: () => dirty && !busy && !window.confirm(strings.common.leaveUnsaved),
    enableBeforeUnload: () => dirty && !busy,
  });
  if (!dirty) return null;
  return (
    <div className={classes.bar} role="status">
      <span>{strings.common.unsaved}</span>
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
