import { useEffect, useRef } from 'react';
import { ErrorAlert } from '../page/ErrorAlert.tsx';

/** The error of a form that belongs to none of its fields. It is beside the button and scrolls into view. */
export function SubmitError({ error }: { error: unknown }) {
  const alertBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) alertBox.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return error === null ? null : (
    <div ref={alertBox}>
      <ErrorAlert error={error} />
    </div>
  );
}
