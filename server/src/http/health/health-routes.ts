import type { Registry } from 'prom-client';
import { sendJson } from '../answers/answers.ts';
import type { Route } from '../route.ts';
import documents from './documents.json' with { type: 'json' };

const open = { kind: 'open' } as const;

/** Whether the process can serve. `reasons` list what does not work as it should. */
export type Readiness = { readonly serves: boolean; readonly reasons: readonly string[] };

export function healthRoutes(deps: {
  ready(): Promise<Readiness>;
  /** Why this process must be replaced; null if it is alive. */
  hung(): Promise<string | null>;
  registry: Registry;
}): Route[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      access: open,
      document: documents['GET /healthz'],
      async handle(_request, reply) {
        const problem = await deps.hung();
        if (problem === null) return sendJson(reply, 200, { status: 'ok' });
        return sendJson(reply, 503, { status: 'degraded', reasons: [problem] });
      },
    },
    {
      method: 'GET',
      path: '/readyz',
      access: open,
      document: documents['GET /readyz'],
      async handle(_request, reply) {
        const { serves, reasons } = await deps.ready();
        if (reasons.length === 0) return sendJson(reply, 200, { status: 'ready' });
        return sendJson(reply, serves ? 200 : 503, { status: 'degraded', reasons });
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      access: { kind: 'loopback-or-operator' },
      document: documents['GET /metrics'],
      async handle(_request, reply) {
        const text = await deps.registry.metrics();
        return reply.header('content-type', deps.registry.contentType).send(text);
      },
    },
  ];
}
