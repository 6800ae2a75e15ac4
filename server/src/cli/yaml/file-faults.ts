import { didYouMean } from '../did-you-mean.ts';

type SchemaError = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
};
type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

export type FileFault = { readonly path: string; readonly problem: string };

/** What to write for a value of each type. */
const typeTexts: Readonly<Record<string, string>> = {
  boolean: 'must be true or false',
  integer: 'must be a whole number',
  number: 'must be a number',
  string: 'must be a text. Put it in quotes',
  array: 'must be a list',
  object: 'must have fields, each on a line of its own',
  null: 'must be empty',
};

/** Every fault of a file once, in the order of the file, with what was meant where that can be guessed. */
export function faultsOf(schema: object, errors: readonly SchemaError[]): FileFault[] {
  const isCaused = (error: SchemaError) =>
    error.keyword !== 'required' &&
    errors.some(({ instancePath }) => instancePath.startsWith(`${error.instancePath}/`));
  const byPath = Map.groupBy(
    errors.filter((error) => error.keyword !== 'anyOf' && !isCaused(error)),
    ({ instancePath }) => instancePath,
  );
  return [...byPath].map(([path, found]) => ({ path, problem: problemOf(schema, path, found) }));
}

function problemOf(schema: object, path: string, errors: readonly SchemaError[]): string {
  const parts = path.split('/').slice(1);
  // The schema of an unknown field is `false`.
  if (errors.some(({ keyword }) => keyword === 'boolean')) {
    const known = namesAt(schema, parts.slice(0, -1));
    return `there is no such setting.${didYouMean(parts.at(-1) ?? '', known)}`;
  }
  const params = errors.map((error) => error.params as Readonly<Record<string, unknown>>);
  const allowed = params.flatMap(({ allowedValue, allowedValues }) => allowedValue ?? allowedValues ?? []);
  if (allowed.length > 0) return `must be one of: ${allowed.join(', ')}.`;
  const missing = params.flatMap(({ requiredProperties }) => requiredProperties ?? []);
  if (missing.length > 0) return `${missing.join(' and ')} is missing.`;
  const types = new Set(params.flatMap(({ type }) => typeTexts[String(type)] ?? []));
  if (types.size > 0) return `${[...types].join(', or ')}.`;
  return `${errors[0]?.message ?? 'is wrong'}.`;
}

/** The settings that there are at a place of the file. */
function namesAt(schema: Schema, parts: readonly string[]): string[] {
  const [part, ...rest] = parts;
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((choice) => namesAt(choice, parts));
  if (part === undefined) return Object.keys(schema.properties ?? {});
  const inner = /^\d+$/.test(part) ? schema.items : schema.properties?.[part];
  return inner === undefined ? [] : namesAt(inner, rest);
}
