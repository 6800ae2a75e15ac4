import type { Registry } from 'prom-client';
import { sendJson } from './answers.ts';
import type { Route } from './route.ts';

const open = { kind: 'open' } as const;

export function healthRoutes(deps: { ready(): Promise<string | null>; registry: Registry }): Route[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      access: open,
      document: {
        tag: 'Operating',
        summary: 'Whether the process is alive',
        answers: { 200: { description: 'The process is alive' } },
      },
      handle: (_request, reply) => sendJson(reply, 200, { status: 'ok' }),
    },
    {
      method: 'GET',
      path: '/readyz',
      access: open,
      document: {
        tag: 'Operating',
        summary: 'Whether the service accepts requests',
        answers: { 200: { description: 'Ready' }, 503: { description: 'Not ready, with the reason' } },
      },
      async handle(_request, reply) {
        const reason = await deps.ready();
        return reason === null
          ? sendJson(reply, 200, { status: 'ready' })
          : sendJson(reply, 503, { status: 'not ready', reason });
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      access: { kind: 'loopback-or-operator' },
      document: {
        tag: 'Operating',
        summary: 'Metrics in the Prometheus text format',
        answers: { 200: { description: 'The metrics' } },
      },
      async handle(_request, reply) {
        const text = await deps.registry.metrics();
        return reply.header('content-type', deps.registry.contentType).send(text);
      },
    },
  ];
}
