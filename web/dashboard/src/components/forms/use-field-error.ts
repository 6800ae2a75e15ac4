import { useEffect, useRef } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { focusField } from './focus-field.ts';

/**
 * For a form with one field. With the props in `input`, the field shows the service's error about it and gets the
 * focus. `rest` is an error about anything else.
 */
export function useFieldError(error: unknown, name: string) {
  const ref = useRef<HTMLInputElement>(null);
  const ofField = isApiError(error) && error.field === name ? error : null;
  useEffect(() => {
    if (ofField !== null && ref.current !== null) focusField(ref.current);
  }, [ofField]);
  return { input: { ref, error: ofField?.message ?? null }, rest: ofField === null ? error : null };
}
