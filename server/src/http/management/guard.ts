import type { CallAccess } from '@parley/protocol/management';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, Members } from '../../accounts/index.ts';
import type { RateLimits } from '../../bus/index.ts';
import { bearerToken, notFound, Refusal } from '../../kernel/index.ts';
import type { Caller, Identified } from '../../management/index.ts';
import { isManagementKey, type ManagementKeys } from '../../management-keys/index.ts';
import type { SignIn } from '../../sign-in/index.ts';
import type { OperatorTokenCheck } from '../access/operator-token.ts';
import { signInRequestOf } from '../access/sign-in-request.ts';
import { sourceBucket } from '../access/source-address.ts';
import type { Hook } from '../route.ts';

export type ManagementGuard = (access: CallAccess) => Hook;

export type ManagementGuardDeps = {
  readonly signIn: Pick<SignIn, 'findSignedIn'>;
  readonly members: Pick<Members, 'rightsOf'>;
  readonly accounts: Pick<Accounts, 'get'>;
  readonly managementKeys: Pick<ManagementKeys, 'check'>;
  readonly limits: RateLimits;
  readonly baseUrl: string;
  readonly isOperatorToken: OperatorTokenCheck;
};

const identified = new WeakMap<FastifyRequest, Identified>();
const callerRule = { burst: 1000, rate: 100 };
const noKey = 'Management keys may not do this. Sign in, or use the operator’s token.';
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Identifies the caller of the management API and checks what they may do. No other code does this. */
export function createManagementGuard(deps: ManagementGuardDeps): ManagementGuard {
  const own = new URL(deps.baseUrl).origin;

  const mustBeWithinRate = async (address: string): Promise<void> => {
    if (!(await deps.limits.take(`management:${sourceBucket(address)}`, callerRule)))
      throw new Refusal('too_many_requests', 'Too many requests. Wait a moment, then try again.');
  };

  const callerByToken = async (token: string, address: string): Promise<Caller> => {
    if (!isManagementKey(token)) {
      if (await deps.isOperatorToken(token, address)) return { kind: 'operator', address };
      throw new Refusal('unauthorized', tokenProblems.unknown);
    }
    await mustBeWithinRate(address);
    const checked = await deps.managementKeys.check(token);
    if (checked.outcome === 'good') return { kind: 'key', key: checked.key, address };
    throw new Refusal('unauthorized', tokenProblems[checked.outcome]);
  };

  /** Throws if the caller may not make the call. Otherwise returns the caller. */
  const check = async (caller: Caller, access: CallAccess, accountId: string): Promise<Caller> => {
    if (access.kind === 'anyone') return caller;
    if (caller.kind === 'anonymous') throw new Refusal('unauthorized', 'Sign in first, or send a key.');
    if (access.kind === 'account') return await checkAccount(caller, access, accountId);
    const isOperatorPerson = caller.kind === 'person' && caller.signed.person.operator;
    if (caller.kind === access.kind || (access.kind === 'operator' && isOperatorPerson)) return caller;
    throw new Refusal('forbidden', `Only ${callers[access.kind]} may do this.`);
  };

  const checkAccount = async (
    caller: Exclude<Caller, { kind: 'anonymous' }>,
    access: CallAccess & { kind: 'account' },
    accountId: string,
  ): Promise<Caller> => {
    // Callers from outside an account must not find out whether it exists.
    const unknown = notFound('This account does not exist. Check its id.');
    if (caller.kind === 'operator') {
      await deps.accounts.get(accountId);
      return caller;
    }
    if (caller.kind === 'key') {
      if (caller.key.accountId !== accountId) throw unknown;
      if (access.scope === null) throw new Refusal('forbidden', noKey);
      if (caller.key.scopes.includes(access.scope)) return caller;
      throw new Refusal('scope_missing', `This key needs the scope ${access.scope}.`);
    }
    const rights = await deps.members.rightsOf(accountId, caller.signed.person.id);
    if (rights === null && access.operators && caller.signed.person.operator) {
      await deps.accounts.get(accountId);
      return caller;
    }
    if (rights === null) throw unknown;
    if (access.role === 'owner' && rights.role !== 'owner')
      throw new Refusal('forbidden', 'Only an owner of the account may do this.');
    if (access.answers && !rights.answers)
      throw new Refusal('forbidden', 'You may not answer visitors. Ask an owner of the account to allow it.');
    return { ...caller, rights };
  };

  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const address = request.ip;
    if (request.headers.authorization !== undefined) {
      const token = bearerToken(request);
      if (token === undefined) throw new Refusal('unauthorized', tokenProblems.unknown);
      return await callerByToken(token, address);
    }
    mustBeOurPage(request, own);
    await mustBeWithinRate(address);
    const { answer: signed, cookies } = await deps.signIn.findSignedIn(signInRequestOf(request));
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    return signed === null ? { kind: 'anonymous' } : { kind: 'person', signed, rights: null, address };
  };

  return (access) => async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const accountId = (request.params as { account?: string }).account ?? '';
    const found = await identify(request, reply);
    const caller = await check(found, access, accountId);
    identified.set(request, {
      caller,
      signInRequest: signInRequestOf(request),
      accountId,
      stillAllowed: async () => {
        try {
          await check(await identify(request, reply), access, accountId);
          return true;
        } catch {
          return false;
        }
      },
    });
    return undefined;
  };
}

const callers = {
  person: 'a person who is signed in',
  key: 'a management key',
  operator: 'an operator of this installation',
} as const;
const tokenProblems = {
  unknown:
    'This token is unknown. Send a management key or the operator’s token as "Authorization: Bearer …".',
  revoked: 'This management key was revoked. Create a new one.',
  expired: 'This management key has expired. Create a new one.',
} as const;

export function identifiedOf(request: FastifyRequest): Identified {
  const found = identified.get(request);
  if (found === undefined) throw new Error('this route was reached past its guard');
  return found;
}

/**
 * Protects against pages of other sites that make a browser send its cookies here. Browsers say which page sends a
 * request: changes must come from our own pages, and other sites must not read.
 */
function mustBeOurPage(request: FastifyRequest, own: string): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreign = new Refusal('foreign_origin', 'This request does not come from a page of this service.');
  if (!changing.has(request.method)) {
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign;
    return;
  }
  // Without a cookie, a request has no person's rights.
  if (request.headers.cookie === undefined && origin === undefined) return;
  // If a page was opened under another name of this machine, such as localhost, its origin has that name.
  const here = [own, `http://${host}`, `https://${host}`];
  if (origin === undefined || !here.includes(origin)) throw foreign;
}
