import { Type } from 'typebox';
import type { Accounts } from '../../accounts/index.ts';
import type { ExtendedEvents } from '../../webhooks/index.ts';
import { sendJson } from '../answers.ts';
import { bodyReader } from '../body-reader.ts';
import type { Route } from '../route.ts';
import { pathPart } from './request-parts.ts';

const operator = { kind: 'operator' } as const;
const change = Type.Object(
  { names: Type.Array(Type.String()), enabled: Type.Boolean() },
  { additionalProperties: false },
);

export function accountEventRoutes(deps: { extended: ExtendedEvents; accounts: Accounts }): Route[] {
  const read = bodyReader(change);
  return [
    {
      method: 'GET',
      path: '/operator/accounts/:id/events',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'List the extended events enabled for an account',
        answers: { 200: { description: 'Their names' } },
      },
      async handle(request, reply) {
        const { id } = await deps.accounts.get(pathPart(request, 'id'));
        return sendJson(reply, 200, { account: id, enabled: await deps.extended.list(id) });
      },
    },
    {
      method: 'PUT',
      path: '/operator/accounts/:id/events',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Enable or disable extended events for an account',
        body: change,
        answers: { 200: { description: 'The names enabled now' } },
      },
      async handle(request, reply) {
        const { id } = await deps.accounts.get(pathPart(request, 'id'));
        const { names, enabled } = read(request);
        return sendJson(reply, 200, { account: id, enabled: await deps.extended.set(id, names, enabled) });
      },
    },
  ];
}
