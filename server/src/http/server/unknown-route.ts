import { errorBody } from '@parley/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJson, sendWordError } from '../answers/answers.ts';
import { sendCallbackError } from '../gateway/callback-error.ts';
import type { Route } from '../route.ts';
import { isForPerson, sendUnknownPage } from './unknown-page.ts';

/** Answers a request for which there is no route: an unknown address, or a known one with another method. */
export function answerUnknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: readonly Route[],
): FastifyReply {
  const path = request.url.split('?')[0] ?? '';
  const matching = routes.filter((route) => matchesPath(route.path, path));
  // Of several matching paths, those with the fewest parameters count, as in the reference: `/deliveries/replay` is not
  // a delivery.
  const fewest = Math.min(...matching.map((route) => parametersIn(route.path)));
  const others = matching.filter((route) => parametersIn(route.path) === fewest);
  const [first] = others;
  if (first === undefined) {
    reply.header('vary', 'accept');
    return isForPerson(request, routes)
      ? sendUnknownPage(reply)
      : sendWordError(reply, 404, 'not_found', 'There is nothing at this address.');
  }
  const methods = others.map((route): string => route.method);
  if (methods.includes('GET')) methods.push('HEAD');
  const message = `This address answers ${methods.join(' and ')} only.`;
  return sendWrongMethod(reply.header('allow', methods.join(', ')), first, message);
}

/** Programs read errors in the shape of the endpoint that they call. */
function sendWrongMethod(reply: FastifyReply, { access }: Route, message: string): FastifyReply {
  if (access.kind === 'api-key')
    return sendJson(reply, 405, errorBody(access.shape, 'invalidParams', message));
  if (access.kind === 'session-token') return sendCallbackError(reply, 405, '', message);
  return sendWordError(reply, 405, 'method_not_allowed', message);
}

const parametersIn = (pattern: string): number => pattern.split('/:').length - 1;

function matchesPath(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index] !== ''))
  );
}
