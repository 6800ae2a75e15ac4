import type { AllowedCaller } from '@parley/protocol/management';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Members, Role } from '../../accounts/index.ts';
import type { RateLimits } from '../../bus/index.ts';
import { notFound, Refusal } from '../../kernel/index.ts';
import type { SignedInPerson, SignIn, SignInRequest } from '../../sign-in/index.ts';
import { sourceBucket } from '../access/source-address.ts';

/** The caller of a request, as the guard has identified them. */
export type Caller = {
  readonly signInRequest: SignInRequest;
  readonly signed: SignedInPerson | null;
  readonly account: { readonly id: string; readonly role: Role } | null;
};

const callers = new WeakMap<FastifyRequest, Caller>();
const rule = { burst: 1000, rate: 100 };
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export type DashboardGuard = (
  who: AllowedCaller,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<undefined>;

export function createDashboardGuard(deps: {
  signIn: Pick<SignIn, 'findSignedIn'>;
  members: Pick<Members, 'roleOf'>;
  limits: RateLimits;
  baseUrl: string;
}): DashboardGuard {
  const own = new URL(deps.baseUrl).origin;

  const accountOf = async (request: FastifyRequest, signed: SignedInPerson, who: AllowedCaller) => {
    const { account: id = '' } = request.params as { account?: string };
    const role = await deps.members.roleOf(id, signed.person.id);
    // People outside an account must not learn whether it exists.
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
    const signInRequest = {
      cookie: request.headers.cookie,
      address: request.ip,
      browser: request.headers['user-agent'],
    };
    const { answer: signed, cookies } = await deps.signIn.findSignedIn(signInRequest);
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    if (who === 'anyone') {
      callers.set(request, { signInRequest, signed, account: null });
      return undefined;
    }
    if (signed === null) throw new Refusal('unauthorized', 'Sign in first.');
    if (who === 'operator' && !signed.person.operator)
      throw new Refusal('forbidden', 'Only an operator of this installation may do this.');
    const account = who === 'member' || who === 'owner' ? await accountOf(request, signed, who) : null;
    callers.set(request, { signInRequest, signed, account });
    return undefined;
  };
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('this route was reached past its guard');
  return caller;
}

/**
 * Protects against pages of other sites that make a browser send requests here. Browsers say which page sends a request:
 * changes must come from our own pages, and other sites must not read.
 */
function mustBeOurPage(request: FastifyRequest, own: string): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreign = new Refusal('foreign_origin', 'This request does not come from a page of this service.');
  if (!changing.has(request.method)) {
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign;
    return;
  }
  // A page that was opened by another name of this machine, such as localhost, has that name as its origin.
  const here = [own, `http://${host}`, `https://${host}`];
  if (origin === undefined || !here.includes(origin)) throw foreign;
}
