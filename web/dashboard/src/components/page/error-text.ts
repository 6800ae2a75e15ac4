import { isApiError } from '../../api/api-error.ts';
import { strings } from '../../strings/index.ts';

/** What to tell people about an error. */
export function errorText(error: unknown): { title: string; text: string } {
  if (!isApiError(error)) return strings.errors.unexpected;
  if (error.code === 'unreachable') return strings.errors.offline;
  if (error.code === 'fresh_sign_in_needed') return strings.errors.fresh;
  if (error.status === 404) return { title: strings.errors.notFound, text: error.message };
  if (error.status === 403) return { title: strings.errors.forbidden, text: error.message };
  if (error.status === 429) return strings.errors.tooMany;
  if (error.status >= 500) return strings.errors.service;
  return { title: strings.errors.refused, text: error.message };
}
