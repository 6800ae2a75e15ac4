import { isApiError } from '../api/api-error.ts';

type Form = { setFieldError(path: string, error: string): void; getValues(): object };

/** Puts the service's complaint beside its field; returns the error where it belongs to none. */
export function showFieldErrors(form: Form, error: unknown): unknown | null {
  if (!isApiError(error)) return error;
  const fields = Object.entries(error.fields).filter(([name]) => Object.hasOwn(form.getValues(), name));
  for (const [name, message] of fields) form.setFieldError(name, message);
  return fields.length > 0 ? null : error;
}
