import { permissionScopes } from '@parley/protocol';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Accounts } from '../../accounts/index.ts';
import { invalid, parseAvatarId } from '../../kernel/index.ts';
import { type KeyRecord, type Keys, ruleOf } from '../../keys/index.ts';
import { sendJson } from '../answers.ts';
import { bodyReader } from '../body-reader.ts';
import type { Route } from '../route.ts';
import { accountScope, pathPart, queriedAccount } from './request-parts.ts';

const operator = { kind: 'operator' } as const;
const newKey = Type.Object(
  {
    account: Type.String(),
    name: Type.String(),
    permissions: Type.Array(Type.String(), { description: `Out of ${permissionScopes.join(', ')}.` }),
    avatars: Type.Optional(Type.Array(Type.String(), { description: 'Without it: every avatar.' })),
    origins: Type.Optional(Type.Array(Type.String(), { description: 'Without it: every origin.' })),
  },
  { additionalProperties: false },
);
const limit = Type.Union([Type.Integer(), Type.Null()], { description: 'Null restores the default.' });
const newLimits = Type.Object({ burst: limit, rate: limit }, { additionalProperties: false });

export function keyRoutes({ keys, accounts }: { keys: Keys; accounts: Accounts }): Route[] {
  const readNew = bodyReader(newKey);
  const readLimits = bodyReader(newLimits);
  const change = (
    verb: string,
    summary: string,
    run: (id: string, account: string | undefined, request: FastifyRequest) => Promise<KeyRecord>,
    rest: Partial<Pick<Route, 'method'>> & { body?: typeof newLimits } = {},
  ): Route => ({
    method: rest.method ?? 'POST',
    path: `/operator/keys/:id/${verb}`,
    access: operator,
    document: {
      tag: 'Operator',
      summary,
      query: { account: Type.String({ description: 'Answer only for keys of this account.' }) },
      ...(rest.body === undefined ? {} : { body: rest.body }),
      answers: { 200: { description: 'The key’s record' } },
    },
    async handle(request, reply) {
      const record = await run(pathPart(request, 'id'), accountScope(request), request);
      return sendJson(reply, 200, keyView(record));
    },
  });

  return [
    {
      method: 'POST',
      path: '/operator/keys',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'Create an API key',
        description: 'This answer is the only place where the key itself ever appears.',
        body: newKey,
        answers: { 201: { description: 'The key and its record' } },
      },
      async handle(request, reply) {
        const { account, avatars, origins, name, permissions } = readNew(request);
        const { record, key } = await keys.create(account, {
          name,
          permissions,
          ...(avatars === undefined ? {} : { avatarIds: avatars.map(avatarNumber) }),
          ...(origins === undefined ? {} : { origins }),
        });
        return sendJson(reply, 201, { ...keyView(record), key });
      },
    },
    {
      method: 'GET',
      path: '/operator/keys',
      access: operator,
      document: {
        tag: 'Operator',
        summary: 'List an account’s API keys',
        query: { account: Type.String() },
        required: ['account'],
        answers: { 200: { description: 'The records, without the keys' } },
      },
      async handle(request, reply) {
        const { id } = await accounts.get(queriedAccount(request));
        return sendJson(reply, 200, { keys: (await keys.list(id)).map(keyView) });
      },
    },
    change('disable', 'Refuse a key until it is enabled again', (id, account) =>
      keys.setDisabled(id, true, account),
    ),
    change('enable', 'Accept a disabled key again', (id, account) => keys.setDisabled(id, false, account)),
    change('revoke', 'Refuse a key for good', (id, account) => keys.revoke(id, account)),
    change(
      'limits',
      'Set a key’s own rate limits',
      (id, account, request) => keys.setLimits(id, readLimits(request), account),
      {
        method: 'PUT',
        body: newLimits,
      },
    ),
  ];
}

function avatarNumber(text: string): number {
  const id = parseAvatarId(text);
  if (id === null) throw invalid(`"${text.slice(0, 40)}" is not an avatar id; avatar ids are whole numbers.`);
  return id;
}

function keyView(key: KeyRecord) {
  const { burst, rate } = ruleOf(key);
  return {
    id: key.id,
    name: key.name,
    account: key.accountId,
    ends_with: key.last4,
    state: key.revokedAt !== null ? 'revoked' : key.disabledAt !== null ? 'disabled' : 'active',
    permissions: key.permissions,
    avatars: key.avatarIds?.map(String) ?? null,
    origins: key.origins,
    burst,
    rate,
    created_at: key.createdAt.toISOString(),
  };
}
