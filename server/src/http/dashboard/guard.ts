import type { Who } from '@parley/protocol/dashboard';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Members, Role } from '../../accounts/index.ts';
import type { RateLimits } from '../../bus/index.ts';
import { notFound, Refusal } from '../../kernel/index.ts';
import type { SignedInPerson, SignIn, SignInRequest } from '../../sign-in/index.ts';
import { sourceBucket } from '../access/source-address.ts';

/** Who asks, as the guard found out before the body was read. */
export type Caller = {
  readonly visit: SignInRequest;
  readonly signed: SignedInPerson | null;
  readonly account: { readonly id: string; readonly role: Role } | null;
};

const callers = new WeakMap<FastifyRequest, Caller>();
const rule = { burst: 1000, rate: 100 };
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export type DashboardGuard = (
  who: Who,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<undefined>;

export function createDashboardGuard(deps: {
  signIn: Pick<SignIn, 'findSignedIn'>;
  members: Pick<Members, 'roleOf'>;
  limits: RateLimits;
  baseUrl: string;
}): DashboardGuard {
  const own = new URL(deps.baseUrl).origin;

  const accountOf = async (request: FastifyRequest, signed: SignedInPerson, who: Who) => {
    const { account: id = '' } = request.params as { account?: string };
    const role = await deps.members.roleOf(id, signed.person.id);
    // Whether an account exists is no business of somebody who is not in it.
    if (role === null) throw notFound('There is no such account.');
    if (who === 'owner' && role !== 'owner')
      throw new Refusal('forbidden', 'Only an owner of the account may do this.');
    return { id, role };
  };

  return (who) => async (request, reply) => {
    reply.header('cache-control', 'no-store');
    mustBeOurPage(request, own);
    const address = sourceBucket(request.ip);
    if (!(await deps.limits.take(`dashboard:${address}`, rule)))
      throw new Refusal('too_many_requests', 'Too many requests. Wait a moment.');
    const visit = {
      cookie: request.headers.cookie,
      address: request.ip,
      browser: request.headers['user-agent'],
    };
    const { answer: signed, cookies } = await deps.signIn.findSignedIn(visit);
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    if (who === 'anyone') {
      callers.set(request, { visit, signed, account: null });
      return undefined;
    }
    if (signed === null) throw new Refusal('unauthorized', 'Sign in first.');
    if (who === 'operator' && !signed.person.operator)
      throw new Refusal('forbidden', 'Only an operator of this installation may do this.');
    const account = who === 'member' || who === 'owner' ? await accountOf(request, signed, who) : null;
    callers.set(request, { visit, signed, account });
    return undefined;
  };
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('this route was reached past its guard');
  return caller;
}

/**
 * A page elsewhere can make a visitor's browser send requests here. Browsers say from where: a change must come from
 * our own pages, and what is read must not be asked for by others.
 */
function mustBeOurPage(request: FastifyRequest, own: string): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreign = new Refusal('foreign_origin', 'This request does not come from a page of this service.');
  if (!changing.has(request.method)) {
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign;
    return;
  }
  // Under localhost and an address of the machine, pages have the origin of the host they were loaded from.
  const here = [own, `http://${host}`, `https://${host}`];
  if (origin === undefined || !here.includes(origin)) throw foreign;
}
