import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalid, notFound, parseAvatarId } from '../../kernel/index.ts';
import { readJsonObject } from '../json-body.ts';

/** A reader for one kind of body: the typed value, or a refusal that names the field at fault. */
export function bodyReader<T extends TSchema>(schema: T): (request: FastifyRequest) => Static<T> {
  const compiled = Compile(schema);
  return (request) => {
    const body: unknown = readJsonObject(request.body);
    if (compiled.Check(body)) return body as Static<T>;
    const [fault] = compiled.Errors(body);
    const field = fault?.instancePath.replaceAll('/', '.').replace(/^\./, '') ?? '';
    throw invalid(field === '' ? `The body ${fault?.message ?? 'is wrong'}.` : `${field} ${fault?.message}.`);
  };
}

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
