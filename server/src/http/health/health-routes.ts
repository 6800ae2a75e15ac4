import type { Registry } from 'prom-client';
import { Type } from 'typebox';
import { sendJson } from '../answers/answers.ts';
import type { Route } from '../route.ts';

const degraded = Type.Object({
  status: Type.Literal('degraded'),
  reasons: Type.Array(Type.String({ examples: ['The database does not answer.'] })),
});
const readiness = Type.Union([Type.Object({ status: Type.Literal('ready') }), degraded]);
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
      document: {
        tag: 'Health and metrics',
        summary: 'Whether the process is alive',
        answers: {
          200: { description: 'The process is alive', schema: Type.Object({ status: Type.Literal('ok') }) },
          503: { description: 'The process hangs and must be restarted', schema: degraded },
        },
      },
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
      document: {
        tag: 'Health and metrics',
        summary: 'Whether the service accepts requests',
        answers: {
          200: { description: 'Ready, or degraded with the reasons', schema: readiness },
          503: { description: 'Not ready, with the reasons', schema: degraded },
        },
      },
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
      document: {
        tag: 'Health and metrics',
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
