import { type ErrorName, type ErrorShape, errorCodes } from '@parley/protocol';
import { errorSchemas } from '../answers/error-schemas.ts';
import type { Answer } from '../route.ts';

const keyErrors: Readonly<Record<ErrorShape, readonly ErrorName[]>> = {
  error: ['invalidKey'],
  fail: ['keyRequired', 'keyFormat', 'keyUnknown', 'invalidKey', 'keyDisabled'],
};

/** The documented errors of a route, grouped by HTTP status: those of every route, and its own. */
export function errorAnswers(shape: ErrorShape, ...own: readonly ErrorName[]): Record<number, Answer> {
  const names = [
    'invalidParams',
    ...keyErrors[shape],
    'scopeMissing',
    'originNotAllowed',
    ...own,
    'rateLimited',
    'internal',
    'unavailable',
  ] as const;
  const byStatus = Map.groupBy<number, ErrorName>(names, (name) => errorCodes[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((name) => `${errorCodes[name].code}: ${errorCodes[name].message}`).join('. '),
        schema: errorSchemas[shape],
      },
    ]),
  );
}
