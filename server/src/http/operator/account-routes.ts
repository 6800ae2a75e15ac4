import { Type } from 'typebox';
import type { Account, Accounts } from '../../accounts/index.ts';
import { sendJson } from '../answers.ts';
import { bodyReader } from '../body-reader.ts';
import type { Route } from '../route.ts';
import { pathPart } from './request-parts.ts';

const operator = { kind: 'operator' } as const;
const newAccount = Type.Object(
  { name: Type.String(), email: Type.String({ description: 'The owner’s address.' }) },
  { additionalProperties: false },
);

export function accountRoutes(deps: { accounts: Accounts }): Route[] {
  const readNew = bodyReader(newAccount);
  return [
    {
      method: 'POST',
      path: '/operator/accounts',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Create an account and its owner',
        body: newAccount,
        answers: { 201: { description: 'The account' } },
      },
      async handle(request, reply) {
        const account = await deps.accounts.create(readNew(request));
        return sendJson(reply, 201, { ...accountView(account), owner: account.owner });
      },
    },
    {
      method: 'GET',
      path: '/operator/accounts',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'List all accounts',
        answers: { 200: { description: 'The accounts' } },
      },
      async handle(_request, reply) {
        return sendJson(reply, 200, { accounts: (await deps.accounts.list()).map(accountView) });
      },
    },
    {
      method: 'GET',
      path: '/operator/accounts/:id',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Show an account',
        answers: { 200: { description: 'The account' } },
      },
      async handle(request, reply) {
        return sendJson(reply, 200, accountView(await deps.accounts.get(pathPart(request, 'id'))));
      },
    },
  ];
}

function accountView({ id, name, createdAt }: Account) {
  return { id, name, created_at: createdAt.toISOString() };
}
