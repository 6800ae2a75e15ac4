import type { FastifyRequest } from 'fastify';
import { invalid, notFound, parseAvatarId } from '../../kernel/index.ts';

export function pathPart(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string | undefined>)[name] ?? '';
}

export function avatarIdPart(request: FastifyRequest): number {
  const text = pathPart(request, 'id');
  const id = parseAvatarId(text);
  if (id === null) throw notFound(`There is no avatar "${text.slice(0, 40)}"; avatar ids are whole numbers.`);
  return id;
}

/** `?account=` limits a call to one account's things; the operator may leave it out. */
export function accountScope(request: FastifyRequest): string | undefined {
  const { account } = request.query as Record<string, unknown>;
  if (account !== undefined && typeof account !== 'string') throw invalid('account must be given once.');
  return account;
}

export function queriedAccount(request: FastifyRequest): string {
  const account = accountScope(request);
  if (account === undefined) throw invalid('account is missing: add ?account=ID.');
  return account;
}
