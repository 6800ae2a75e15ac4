import { isApiError } from '../api/api-error.ts';

type Form = { setFieldError(path: string, error: string): void; getValues(): object };

/** Shows the service's error beside its field, `voice.key` beside `voice`. Returns the error if it belongs to no field. */
export function showFieldErrors(form: Form, error: unknown): unknown | null {
  if (!isApiError(error)) return error;
  const fields = Object.entries(error.fields)
    .map(([path, message]) => [path.split('.')[0] ?? path, message] as const)
    .filter(([name]) => Object.hasOwn(form.getValues(), name));
  for (const [name, message] of fields) form.setFieldError(name, message);
  return fields.length > 0 ? null : error;
}
