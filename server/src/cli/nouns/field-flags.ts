import { type Call, type CallName, managementCalls } from '@parley/protocol/management';
import { type Flag, type Flags, UsageError } from '../command.ts';
import { allowlistOf, given, headersOf, listOf, textOf, timeOf, wholeNumberOf } from './flag-values.ts';

/** Flags that set fields of a call, each with what the help says about it. Flag and field may have other names. */
export type FieldFlags = Readonly<Record<string, string | FieldFlag>>;
type FieldFlag = { readonly field: string; readonly about: string; readonly kind?: 'texts' };

type Schema = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly default?: unknown;
};
type Field = FieldFlag & {
  readonly flag: string;
  readonly schema: Schema;
  readonly isNullable: boolean;
  readonly isNeeded: boolean;
};

/** The schema of a field says how its flag is written and read. */
export function fieldFlags(name: CallName, fields: FieldFlags) {
  const call: Call = managementCalls[name];
  const body = (call.body ?? {}) as { properties?: object; required?: readonly string[] };
  const schemas = (body.properties ?? call.query ?? {}) as Readonly<Record<string, Schema>>;
  const all = Object.entries(fields).map(([flag, about]): Field => {
    const described = typeof about === 'string' ? { field: camelCase(flag), about } : about;
    const { anyOf, ...plain } = schemas[described.field] ?? {};
    const isNullable = anyOf?.some(({ type }) => type === 'null') ?? false;
    const isNeeded = body.required?.includes(described.field) ?? false;
    return { ...described, flag, schema: anyOf?.[0] ?? plain, isNullable, isNeeded };
  });
  return {
    flags: Object.fromEntries(all.map((field) => [field.flag, flagOf(field)])),
    read: (flags: Flags) =>
      given(Object.fromEntries(all.map((field) => [field.field, fieldValue(field, flags)]))),
  };
}

/** `retention-days` → `retentionDays`. */
const camelCase = (flag: string): string =>
  flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const kinds: Readonly<Record<string, Flag['kind']>> = { boolean: 'switch', array: 'list', object: 'texts' };

function flagOf({ about, kind, schema, isNullable, isNeeded }: Field): Flag {
  const isRequired = isNeeded && !isNullable && schema.default === undefined;
  return {
    kind: kind ?? kinds[schema.type ?? ''] ?? 'text',
    about,
    ...(isRequired ? { required: true } : {}),
  };
}

function fieldValue({ flag, schema, isNullable, isNeeded }: Field, flags: Flags): unknown {
  const value = flags[flag];
  const absent = isNullable ? null : schema.default;
  if (value === undefined) return isNeeded ? absent : undefined;
  switch (schema.type) {
    case 'boolean':
      return value;
    case 'array':
      return isNullable ? allowlistOf(value) : listOf(value);
    case 'object':
      return headersOf(flags);
    case 'integer':
      return schema.description?.startsWith('Unix') ? timeOf(flag, flags) : wholeNumberOf(flag, flags);
  }
  if (schema.enum?.includes(String(value)) === false)
    throw new UsageError(`--${flag} must be one of ${schema.enum.join(', ')}.`);
  return textOf(value);
}
