import type { TSchema } from 'typebox';
import exampleTexts from './example-texts.json' with { type: 'json' };

const texts: ReadonlyMap<string, string> = new Map(Object.entries(exampleTexts));

type Shape = {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly TSchema[];
  allOf?: readonly TSchema[];
  properties?: Readonly<Record<string, TSchema>>;
  patternProperties?: Readonly<Record<string, TSchema>>;
  items?: TSchema;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  default?: unknown;
  description?: string;
  examples?: readonly unknown[];
};

/** A value that satisfies a schema, with typical text for the names of its fields. */
export function exampleOf(schema: TSchema, name = ''): unknown {
  const shape = schema as Shape;
  if (shape.examples?.[0] !== undefined) return shape.examples[0];
  if ('const' in shape) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.anyOf !== undefined) {
    const choice = shape.anyOf.find((each) => (each as Shape).type !== 'null') ?? shape.anyOf[0];
    return choice === undefined ? null : exampleOf(choice, name);
  }
  if (shape.allOf !== undefined)
    return Object.assign({}, ...shape.allOf.map((part) => exampleOf(part, name) as object));
  const type = typeof shape.type === 'string' ? shape.type : shape.type?.[0];
  switch (type) {
    case 'object':
      return exampleObject(shape);
    case 'array':
      return shape.items === undefined ? [] : [exampleOf(shape.items, name)];
    case 'integer':
    case 'number':
      return exampleNumber(shape, name);
    case 'boolean':
      return typeof shape.default === 'boolean' ? shape.default : true;
    case 'string':
      return exampleText(shape, name);
    case 'null':
      return null;
    default:
      return shape.default ?? {};
  }
}

function exampleObject({ properties = {}, patternProperties }: Shape): Record<string, unknown> {
  if (patternProperties !== undefined) {
    const [value] = Object.values(patternProperties);
    return value === undefined ? {} : { name: exampleOf(value, 'name') };
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema, name)]),
  );
}

const usualNumbers: readonly (readonly [RegExp, number])[] = [
  [/timestamp$|activityAt$/i, 1_790_000_000_000],
  [/^expire/, 120],
  [/^userId$/, 4_211_000_000_000_000],
  [/^avatarId$/, 1001],
  [/^size$|^limit$/, 20],
  [/^page$|^attempts?$|^failReason$/, 0],
];

function exampleNumber({ minimum = 0, maximum, default: usual, description }: Shape, name: string): number {
  if (typeof usual === 'number') return usual;
  if (description?.startsWith('Unix milliseconds') === true) return 1_790_000_000_000;
  const known = usualNumbers.find(([pattern]) => pattern.test(name))?.[1] ?? 1;
  return Math.min(Math.max(known, minimum), maximum ?? Number.POSITIVE_INFINITY);
}

function exampleText({ minLength = 0, default: usual }: Shape, name: string): string {
  if (typeof usual === 'string' && usual !== '') return usual;
  return usualText(name).padEnd(minLength, '.');
}

/** For fields whose name is not among the texts. */
const byPattern: readonly (readonly [RegExp, string])[] = [
  [/^(session|sessionId|session_id|conversation_id)$/, 'ses_sample2sample2sample2sam'],
  [/^(avatarId|avatar_id|avatar)$/, '1001'],
  [/^(account|accountId)$/, 'acc_sample2sample2'],
  [/email|^actor$|^to$/i, 'ada@example.com'],
  [/url|uri|address|endpoint$|^issuer$/i, 'https://www.example.com/parley'],
  [/origin$/i, 'https://www.example.com'],
  [/(At|^at|time|since|until|from|day)$/, '2026-11-16T12:00:00.000Z'],
  [/^(jwt|.*token|ticket|resume|visitor)$/, 'eyJhbGciOiJFZERTQSJ9…'],
  [/name$/i, 'Ada'],
  [/^(userId|user_id)$/, '4211000000000000'],
  [/^avatarStatus$/, 'IDLE'],
  [/^locale$/, 'en-US'],
  [/^(message|text|reply|greeting)$/, 'Hello!'],
  [/^client_?id$/i, 'cli_sample2sample2sample2sam'],
  [/^id$/, '1001'],
  [/^statusMessage$/, ''],
  [/^status$/, 'OK'],
];

/** Typical text for a field of this name. */
function usualText(name: string): string {
  const singular = name.replace(/s$/, '');
  return (
    texts.get(name) ??
    texts.get(singular) ??
    byPattern.find(([pattern]) => pattern.test(name) || pattern.test(singular))?.[1] ??
    '…'
  );
}
