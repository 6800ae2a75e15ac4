import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalid } from '../kernel/index.ts';
import { readJsonObject } from './json-body.ts';

/** Makes a reader that checks bodies against a schema. Its refusals name the wrong field. */
export function bodyReader<T extends TSchema>(schema: T): (request: FastifyRequest) => Static<T> {
  const compiled = Compile(schema);
  return (request) => {
    const body: unknown = readJsonObject(request.body);
    if (compiled.Check(body)) return body as Static<T>;
    const [fault] = compiled.Errors(body);
    const field = fault?.instancePath.replaceAll('/', '.').replace(/^\./, '') ?? '';
    if (field === '') throw invalid(`The body ${fault?.message ?? 'is wrong'}.`);
    // The schema of a field that is not listed is `false`.
    const problem = fault?.keyword === 'boolean' ? 'is not a field of this call' : fault?.message;
    throw invalid(`${field} ${problem}.`, field);
  };
}
