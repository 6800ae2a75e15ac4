import { useEffect, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { focusField } from './focus-field.ts';

type Form = {
  setFieldError(path: string, error: string): void;
  getValues(): object;
  getInputNode(path: string): HTMLElement | null;
};

export type SubmitErrorOptions = {
  /** The form's own names for fields that the service names differently. */
  names?: Readonly<Record<string, string>>;
  /** Opens the part of the page in which the field is. */
  reveal?: (field: string) => Promise<void>;
};

/**
 * Shows why the service refused a form. An error that names a field is shown at that field (`voice.key` at `voice`),
 * and the field gets the focus. Any other error is in `error`, and is shown beside the button that sends the form.
 */
export function useSubmitError(form: Form, options: SubmitErrorOptions = {}) {
  const [error, setError] = useState<unknown>(null);
  const [marked, setMarked] = useState<{ field: string; error?: unknown } | null>(null);
  // Runs after the field and its message have been rendered.
  useEffect(() => {
    if (marked === null) return;
    const node = form.getInputNode(marked.field);
    if (node !== null) focusField(node);
    // A field that the page does not show cannot show its error either.
    else if (marked.error !== undefined) setError(marked.error);
    setMarked(null);
  }, [marked, form.getInputNode]);
  return {
    error,
    clear: () => setError(null),
    /** For the errors that the form itself finds. */
    onInvalid: (errors: object) => {
      const [field] = Object.keys(errors);
      if (field !== undefined) setMarked({ field });
    },
    /** Null means no error. */
    async show(error: unknown): Promise<void> {
      const named = isApiError(error) ? error.field?.split('.')[0] : undefined;
      const field = named && (options.names?.[named] ?? named);
      if (!isApiError(error) || !field || !Object.hasOwn(form.getValues(), field)) return setError(error);
      setError(null);
      form.setFieldError(field, error.message);
      await options.reveal?.(field);
      setMarked({ field, error });
    },
  };
}
