import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../../kernel/index.ts';
import { sendWordError } from '../answers/answers.ts';
import type { Hook } from '../route.ts';
import type { OperatorTokenCheck } from './operator-token.ts';

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);

/**
 * Allows requests from this machine, and requests with the operator's token, which is in the data folder. Behind a
 * proxy no request counts as local: a proxy on this machine makes every client look local, and not every proxy adds a
 * header.
 */
export function createOperatorGuard(isOperatorToken: OperatorTokenCheck, isBehindProxy: boolean): Hook {
  const isLocal = ({ headers, socket }: FastifyRequest): boolean =>
    !isBehindProxy &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined &&
    isLoopbackAddress(socket.remoteAddress ?? '');

  return async (request, reply) => {
    if (isLocal(request)) return undefined;
    const token = bearerToken(request);
    if (token !== undefined && (await isOperatorToken(token, request.ip))) return undefined;
    const wanted = 'Send the operator token of the data folder as "Authorization: Bearer …".';
    return sendWordError(reply, 401, 'unauthorized', wanted);
  };
}
