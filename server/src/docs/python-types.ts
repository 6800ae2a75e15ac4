import { errorCodes, eventSchemas } from '@parley/protocol';

/** As much of JSON Schema as the schemas of events use. */
type Schema = {
  readonly type?: string;
  readonly const?: string | boolean;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

const notice = '# Written by `npm run docs` from the schemas of the service. Do not change it here.\n';
const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};
const className = (name: string): string =>
  name
    .split(/\W/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
const literal = (values: readonly (string | boolean)[]): string =>
  `Literal[${values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : value ? 'True' : 'False')).join(', ')}]`;

/** clients/python/…/event_types.py: a typed dictionary for each event, told apart by its name. */
export function pythonEvents(): string {
  const classes: string[] = [];
  const typeOf = (schema: Schema, name: string): string => {
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum !== undefined) return literal(schema.enum);
    if (schema.anyOf !== undefined)
      return `Union[${schema.anyOf.map((choice) => typeOf(choice, name)).join(', ')}]`;
    if (schema.type === 'array') return `list[${typeOf(schema.items ?? {}, `${name}Entry`)}]`;
    if (schema.type === 'object') return addClass(schema, name);
    const simple = plain[schema.type ?? ''];
    if (simple === undefined) throw new Error(`no Python type for ${name}: ${JSON.stringify(schema)}`);
    return simple;
  };
  const addClass = (schema: Schema, name: string): string => {
    const fields = Object.entries(schema.properties ?? {}).map(([key, value]) => ({
      line: `    ${key}: ${typeOf(value, name + className(key))}`,
      required: schema.required?.includes(key) ?? false,
    }));
    const [required, optional] = [true, false].map((wanted) =>
      fields.filter((field) => field.required === wanted).map(({ line }) => line),
    ) as [string[], string[]];
    // Python 3.10 has no NotRequired.
    const base = optional.length > 0 ? `_${name}` : name;
    classes.push(`class ${base}(TypedDict):\n${required.join('\n')}`);
    if (optional.length > 0) classes.push(`class ${name}(_${name}, total=False):\n${optional.join('\n')}`);
    return name;
  };
  const names = Object.entries(eventSchemas).map(([name, details]) => {
    const type = addClass(details as unknown as Schema, `${className(name)}Details`);
    classes.push(
      `class ${className(name)}(TypedDict):\n    message_type: Literal["Event"]\n    name: Literal["${name}"]\n    details: ${type}`,
    );
    return className(name);
  });
  const union = `Event = Union[\n${names.map((name) => `    ${name},\n`).join('')}]\n`;
  return [
    `"""The events that webhooks receive."""\n\n${notice}\nfrom typing import Literal, TypedDict, Union`,
    ...classes,
    union,
  ].join('\n\n\n');
}

/** clients/python/…/errors.py: an exception for each numbered error. */
export function pythonErrors(): string {
  const errors = Object.entries(errorCodes).map(([name, error]) => ({ ...error, name: className(name) }));
  const classes = errors.map(
    ({ name, code, status, message }) =>
      `class ${name}(ApiError):\n    """Code ${code}, HTTP ${status}: ${message}"""`,
  );
  const table = errors.map(({ name, code, status }) => `    (${code}, ${status}): ${name},\n`).join('');
  return [
    `"""The errors of the API-key endpoints."""\n\n${notice}`.trimEnd(),
    `class ApiError(Exception):
    """The service refused a request. \`code\` is None if the answer has none."""

    def __init__(self, status: int, code: int | None, message: str) -> None:
        super().__init__(f"{message} (HTTP {status}, code {code})")
        self.status = status
        self.code = code
        self.message = message`,
    ...classes,
    `error_types: dict[tuple[int, int], type[ApiError]] = {\n${table}}\n`,
  ].join('\n\n\n');
}
