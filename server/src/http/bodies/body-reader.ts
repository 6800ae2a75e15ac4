import type { FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { emptyFieldRemover, faultOf, invalid, readJsonObject } from '../../kernel/index.ts';
import { compiledWhenUsed } from './compiled-when-used.ts';

/** For what pages send: an optional field that is null or an empty text counts as absent. */
export const pageBodyReader = <T extends TObject>(schema: T): ((request: FastifyRequest) => Static<T>) =>
  bodyReader(schema, emptyFieldRemover(schema));

/** Makes a reader that checks bodies against a schema. Its refusals name the wrong field. */
export function bodyReader<T extends TSchema>(
  schema: T,
  prepare: (body: object) => object = (body) => body,
): (request: FastifyRequest) => Static<T> {
  const compile = compiledWhenUsed(schema);
  return (request) => {
    const compiled = compile();
    const isMissing = request.body === undefined || (request.body as { length?: number }).length === 0;
    const body: unknown = prepare(isMissing && compiled.Check({}) ? {} : readJsonObject(request.body));
    if (compiled.Check(body)) return body as Static<T>;
    const { path, reason, isUnknownField } = faultOf(compiled.Errors(body));
    const field = path.replaceAll('/', '.').replace(/^\./, '');
    if (field === '') throw invalid(`The body ${reason}.`);
    throw invalid(`${field} ${isUnknownField ? 'is not a field of this call' : reason}.`, field);
  };
}
