import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../kernel/index.ts';
import type { RequestMeter } from './request-meter.ts';

/** Counts each request, and logs it at debug level, once its answer has been written. */
export function createRequestRecorder(meter: RequestMeter, log: Log) {
  const finished = (request: FastifyRequest, reply: FastifyReply, elapsedMs: number) => {
    const { route } = request.routeOptions.config;
    meter.count(route, reply.statusCode, elapsedMs);
    if (!log.isLevelEnabled('debug')) return;
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        path: route?.path ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(elapsedMs * 10) / 10,
      },
      'request',
    );
  };

  return (request: FastifyRequest, reply: FastifyReply): void => {
    const beganMs = performance.now();
    // An onResponse hook would do the same, but costs a tenth of the fastest route's time.
    reply.raw.once('finish', () => finished(request, reply, performance.now() - beganMs));
  };
}
