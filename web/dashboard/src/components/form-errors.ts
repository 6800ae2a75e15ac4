import { isApiError } from '../api/api-error.ts';

type Form = { setFieldError(path: string, error: string): void; getValues(): object };

/** Shows the service's error beside its field, `voice.key` beside `voice`. Returns the error if it belongs to no field. */
export function showFieldErrors(form: Form, error: unknown): unknown | null {
  if (!isApiError(error) || error.field === null) return error;
  const [field = ''] = error.field.split('.');
  if (!Object.hasOwn(form.getValues(), field)) return error;
  form.setFieldError(field, error.message);
  return null;
}
