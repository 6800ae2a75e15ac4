import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Span, Tracer } from '../../tracing/index.ts';
import type { Access, Route } from '../route.ts';
import { whenClosed } from './when-closed.ts';

/**
 * The span of a request that names its trace. It ends with the answer. Null if the request names none: most requests
 * are too many and too small to be traced by themselves.
 */
export function startRequestSpan(
  tracer: Tracer | null,
  request: FastifyRequest,
  reply: FastifyReply,
  from: { readonly fromVisitor: boolean },
): Span | null {
  if (tracer === null) return null;
  const { traceparent } = request.headers;
  if (typeof traceparent !== 'string') return null;
  const { method } = request;
  const route = request.routeOptions.config.route?.path ?? '';
  const parent = { traceparent, ...from };
  const span = tracer.start(`${method} ${route}`, { method, route }, { kind: 'server', parent });
  const end = () => {
    span.note({ status: reply.statusCode });
    span.end(reply.statusCode >= 500 ? String(reply.statusCode) : undefined);
  };
  reply.raw.once('finish', end);
  whenClosed(reply.raw, end);
  return span;
}

/** Traces the routes whose callers have proved who they are. Other routes trace themselves if that is useful. */
export function tracedHandler(route: Route, tracer: Tracer | null): Route['handle'] {
  if (tracer === null || !identifiesCaller(route.access))
    return (request, reply) => route.handle(request, reply);
  return (request, reply) => {
    startRequestSpan(tracer, request, reply, { fromVisitor: false });
    return route.handle(request, reply);
  };
}

const identifiesCaller = (access: Access): boolean =>
  access.kind === 'api-key' || (access.kind === 'management' && access.access.kind !== 'anyone');
