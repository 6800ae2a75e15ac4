import { Type } from 'typebox';
import type { Accounts } from '../../accounts/index.ts';
import type { Avatars } from '../../avatars/index.ts';
import { invalid } from '../../kernel/index.ts';
import { sendJson } from '../answers.ts';
import { bodyReader } from '../body-reader.ts';
import type { Route } from '../route.ts';
import { avatarChange, avatarView, inputOf, newAvatar } from './avatar-view.ts';
import { accountScope, avatarIdPart, queriedAccount } from './request-parts.ts';

const operator = { kind: 'operator' } as const;
const scopeQuery = { account: Type.String({ description: 'Answer only for avatars of this account.' }) };
const one = (summary: string) => ({
  tag: 'Operator',
  summary,
  query: scopeQuery,
  answers: { 200: { description: 'The avatar' } },
});

export function avatarRoutes(deps: { avatars: Avatars; accounts: Accounts; baseUrl: string }): Route[] {
  const { avatars, accounts, baseUrl } = deps;
  const readNew = bodyReader(newAvatar);
  const readChange = bodyReader(avatarChange);
  return [
    {
      method: 'POST',
      path: '/operator/avatars',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Create an avatar',
        body: newAvatar,
        answers: { 201: { description: 'The avatar' } },
      },
      async handle(request, reply) {
        const { account, ...rest } = readNew(request);
        const avatar = await avatars.create(account, { ...inputOf(rest), name: rest.name });
        return sendJson(reply, 201, avatarView(avatar, baseUrl));
      },
    },
    {
      method: 'GET',
      path: '/operator/avatars',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'List an account’s avatars by name',
        query: { ...scopeQuery, page: Type.Integer({ minimum: 0, default: 0 }) },
        required: ['account'],
        answers: { 200: { description: 'A page of 100 avatars' } },
      },
      async handle(request, reply) {
        const { page = '0' } = request.query as Record<string, unknown>;
        if (typeof page !== 'string' || !/^\d{1,9}$/.test(page))
          throw invalid('page must be a whole number from 0 up.');
        const account = await accounts.get(queriedAccount(request));
        const found = await avatars.page(account.id, Number(page), 100, null);
        return sendJson(reply, 200, {
          avatars: found.avatars.map(({ id, name }) => ({
            id: String(id),
            name,
            page_url: `${baseUrl}/avatar/${id}`,
          })),
          total: found.total,
        });
      },
    },
    {
      method: 'GET',
      path: '/operator/avatars/:id',
      access: operator,
      document: one('Show an avatar with all its settings'),
      async handle(request, reply) {
        const avatar = await avatars.get(avatarIdPart(request), accountScope(request));
        return sendJson(reply, 200, avatarView(avatar, baseUrl));
      },
    },
    {
      method: 'PATCH',
      path: '/operator/avatars/:id',
      access: operator,
      document: { ...one('Change an avatar’s settings'), body: avatarChange },
      async handle(request, reply) {
        const input = inputOf(readChange(request));
        if (Object.keys(input).length === 0) throw invalid('Nothing to change: name at least one setting.');
        const avatar = await avatars.update(avatarIdPart(request), input, accountScope(request));
        return sendJson(reply, 200, avatarView(avatar, baseUrl));
      },
    },
    {
      method: 'DELETE',
      path: '/operator/avatars/:id',
      access: operator,
      document: { ...one('Delete an avatar'), answers: { 200: { description: 'Deleted' } } },
      async handle(request, reply) {
        const id = avatarIdPart(request);
        await avatars.remove(id, accountScope(request));
        return sendJson(reply, 200, { id: String(id), deleted: true });
      },
    },
  ];
}
