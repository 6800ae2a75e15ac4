import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { faultOf, invalid } from '../../kernel/index.ts';
import { compiledWhenUsed } from '../bodies/compiled-when-used.ts';

type Parts = Readonly<Record<string, TSchema>>;

/** Makes a reader that parses and checks queries. It refuses unknown parameters. */
export function queryReader(parts: Parts): (request: FastifyRequest) => Record<string, unknown> {
  const compile = compiledWhenUsed(Type.Object(parts, { additionalProperties: false }));
  return (request) => {
    const given = request.query as Record<string, unknown>;
    const read: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const part = parts[name];
      if (part === undefined) throw invalid(`There is no parameter ${name.slice(0, 40)}.`, name.slice(0, 40));
      if (typeof value !== 'string') throw invalid(`${name} must be given once.`, name);
      if (value !== '') read[name] = parsed(part, value);
    }
    const compiled = compile();
    if (compiled.Check(read)) return read;
    const { path, reason } = faultOf(compiled.Errors(read));
    const field = path.slice(1);
    throw invalid(`${field === '' ? 'The query' : field} ${reason}.`, field);
  };
}

function parsed(part: TSchema, text: string): unknown {
  const { type } = part as { type?: string };
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
