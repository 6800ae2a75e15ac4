import { type ErrorName, type ErrorShape, errorCodes } from '@parley/protocol';
import { errorSchemas } from '../answers/error-schemas.ts';
import type { RouteDocument } from '../route.ts';

const keyErrors: Readonly<Record<ErrorShape, readonly ErrorName[]>> = {
  error: ['invalidKey'],
  fail: ['keyRequired', 'keyFormat', 'keyUnknown', 'invalidKey', 'keyDisabled'],
};
const others = ['rateLimited', 'internal', 'unavailable'] as const;

/** Adds the errors of every API-key endpoint and those of this one, grouped by HTTP status. */
export function withErrors(
  shape: ErrorShape,
  document: RouteDocument,
  ...own: readonly ErrorName[]
): RouteDocument {
  const shared = ['invalidParams', ...keyErrors[shape], 'scopeMissing', 'originNotAllowed'] as const;
  const byStatus = Map.groupBy([...shared, ...own, ...others], (name) => errorCodes[name].status);
  const schema = errorSchemas[shape];
  const errors = [...byStatus].map(([status, names]) => {
    const texts = names.map((name) => `${errorCodes[name].code}: ${errorCodes[name].message}`);
    return [status, { description: texts.join('. '), schema }];
  });
  return { ...document, answers: { ...document.answers, ...Object.fromEntries(errors) } };
}
