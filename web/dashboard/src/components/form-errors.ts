import { isApiError } from '../api/api-error.ts';

type Form = { setFieldError(path: string, error: string): void; getValues(): object };

/** Shows the service's error beside its field. Returns the error if it belongs to no field. */
export function showFieldErrors(form: Form, error: unknown): unknown | null {
  if (!isApiError(error) || error.field === null) return error;
  if (!Object.hasOwn(form.getValues(), error.field)) return error;
  form.setFieldError(error.field, error.message);
  return null;
}
