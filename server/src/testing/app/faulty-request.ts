import { permissionScopes } from '@parley/protocol';
import { testChange } from '../test-change.ts';
import type { Request } from './answer.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { liveSession } from './live-session.ts';
import { makeKey, type TestAccount } from './test-account.ts';
import type { TestApp } from './test-app.ts';

export type FaultName =
  | 'edge limit'
  | 'no key'
  | 'malformed key'
  | 'unknown key'
  | 'revoked key'
  | 'disabled key'
  | 'key limit'
  | 'no scope'
  | 'wrong origin'
  | 'bad parameters'
  | 'bad expire_at'
  | 'session gone'
  | 'foreign avatar'
  | 'no such avatar'
  | 'not on the allowlist';

type Parties = { readonly ours: TestAccount; readonly theirs: TestAccount };

let addresses = 0;
const freshAddress = (): string => {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
};

/**
 * A request with exactly the given faults. The app must have EDGE_BURST 1, so that one query uses up the limit of an
 * address.
 */
export const faultyRequest = async (
  test: TestApp,
  parties: Parties,
  endpoint: EndpointName,
  faults: readonly FaultName[],
): Promise<Request> => {
  const has = (fault: FaultName): boolean => faults.includes(fault);
  const from = freshAddress();
  const key = await keyWith(test, parties.ours, endpoint, has);
  const party = has('foreign avatar') ? parties.theirs : parties.ours;
  const avatarId = has('no such avatar') ? 999_999_999 : party.avatarId;
  const session = liveSession(test.bus.sessions, { accountId: party.accountId, avatarId: party.avatarId });
  if (has('session gone')) session[Symbol.dispose]();

  const good = endpoints[endpoint].request({ key, avatarId, sessionId: session.sessionId });
  const { 'x-api-key': _, ...otherHeaders }: Record<string, string> = { ...good.headers };
  const request: Request = {
    ...good,
    ...wrongParts(endpoint, has, { avatarId, sessionId: session.sessionId }),
    from,
    headers: {
      ...otherHeaders,
      ...(has('no key') && !has('malformed key') ? {} : { 'x-api-key': has('no key') ? '' : key }),
      ...(has('wrong origin') ? { origin: 'https://elsewhere.example.com' } : {}),
    },
  };
  if (has('edge limit')) await test.send({ url: '/session/query', from });
  return request;
};

const keyWith = async (
  test: TestApp,
  ours: TestAccount,
  endpoint: EndpointName,
  has: (fault: FaultName) => boolean,
): Promise<string> => {
  const { app, sql } = test;
  const { permission } = endpoints[endpoint];
  const other = has('not on the allowlist')
    ? await testChange(sql, (change) => app.avatars.create(change, ours.accountId, { name: 'Listed' }))
    : null;
  const { id, key } = await makeKey(app, ours.accountId, {
    permissions: has('no scope')
      ? permissionScopes.filter((scope) => scope !== permission)
      : permissionScopes,
    ...(other === null ? {} : { avatarIds: [other.id] }),
    ...(has('wrong origin') ? { origins: ['https://shop.example.com'] } : {}),
  });
  const ref = { accountId: ours.accountId, id };
  if (has('key limit')) {
    await testChange(sql, (change) => app.keys.setLimits(change, ref, { burst: 1, rate: 1 }));
    await test.send({ url: '/avatars', headers: { 'x-api-key': key } });
  }
  if (has('disabled key')) await testChange(sql, (change) => app.keys.setDisabled(change, ref, true));
  if (has('revoked key')) await testChange(sql, (change) => app.keys.revoke(change, ref));
  if (has('unknown key')) await sql`delete from api_keys where id = ${id}`;
  return has('malformed key') ? mistyped(key) : key;
};

const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

const wrongParts = (
  endpoint: EndpointName,
  has: (fault: FaultName) => boolean,
  { avatarId, sessionId }: { avatarId: number; sessionId: string },
): Partial<Request> => {
  if (endpoint === 'generate-token') {
    return {
      body: {
        avatar_id: has('bad parameters') ? avatarId : String(avatarId),
        ...(has('bad expire_at') ? { expire_at: 59 } : {}),
      },
    };
  }
  if (!has('bad parameters')) return {};
  if (endpoint === 'avatars') return { url: '/avatars?page=-1' };
  if (endpoint === 'session query') return { url: `/session/query?sessionId=${sessionId}&fields=everything` };
  return { body: { session_id: [sessionId] } };
};
