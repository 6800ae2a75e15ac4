import { managementError } from '@parley/protocol/management';
import { type ManagementErrorCode, managementErrors } from '@parley/protocol/management/errors';
import { Type } from 'typebox';
import { errorSchemas } from '../answers/error-schemas.ts';
import type { Answer, Route } from '../route.ts';

/** An error whose code is a word. */
export const wordError = Type.Object({ error: Type.Object({ code: Type.String(), message: Type.String() }) });

/**
 * Every answer that a route can give: those of its document, and those that the server gives instead of it. An error
 * whose document names no schema has a word as its code.
 */
export function answersOf(route: Route): Readonly<Record<string, Answer>> {
  const own = Object.entries(route.document?.answers ?? {}).map(([status, answer]) => [
    status,
    Number(status) >= 400 ? { schema: wordError, ...answer } : answer,
  ]);
  return { ...sharedAnswers, ...accessAnswers(route), ...Object.fromEntries(own) };
}

const sharedAnswers: Readonly<Record<string, Answer>> = {
  400: { description: 'bad_request or invalid: the address or the body cannot be read', schema: wordError },
  408: { description: 'timeout: the request did not arrive in time', schema: wordError },
  421: { description: 'wrong_host: the service does not answer under this host name', schema: wordError },
  431: { description: 'too_large: the head of the request is larger than 16 KiB', schema: wordError },
  500: { description: 'internal: a fault of the service; its log has the cause', schema: wordError },
  503: { description: 'unavailable: the database is busy or unavailable', schema: wordError },
};

function accessAnswers(route: Route): Record<string, Answer> {
  const { access } = route;
  if (access.kind === 'api-key')
    return {
      405: {
        description: '7: another method; Allow names the right ones',
        schema: errorSchemas[access.shape],
      },
    };
  if (access.kind === 'management') return managementAnswers(route);
  if (access.kind === 'loopback-or-operator')
    return {
      401: { description: 'unauthorized: the operator’s token is needed', schema: wordError },
      429: { description: 'too_many_requests: too many wrong tokens', schema: wordError },
    };
  return {};
}

/** The errors of the management API that this call can return, by status. */
function managementAnswers({ method, path }: Route): Record<string, Answer> {
  const isChange = method !== 'GET';
  const codes = (Object.keys(managementErrors) as ManagementErrorCode[]).filter((code) => {
    switch (managementErrors[code].status) {
      case 404:
        return path.includes(':') || method === 'POST';
      case 409:
        return isChange || path.includes(':');
      case 412:
        return isChange;
      case 413:
        return isChange && method !== 'DELETE';
      case 422:
        return method === 'POST';
      default:
        return true;
    }
  });
  const byStatus = Map.groupBy(codes, (code) => managementErrors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      { description: group.join(', '), schema: managementError },
    ]),
  );
}
