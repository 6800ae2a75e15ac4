import { type Static, type TLiteral, type TSchema, type TUnion, Type } from 'typebox';

/** The last moment that a JavaScript date can have. */
const lastMs = 8_640_000_000_000_000;
/** Unix milliseconds. Every time in the dashboard's answers is one. */
export const time = Type.Integer({ description: 'Unix milliseconds.', minimum: 0, maximum: lastMs });
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** One of these texts. */
export const choice = <const V extends readonly string[]>(...values: V) =>
  Type.Union(values.map((value) => Type.Literal(value))) as unknown as TUnion<{
    -readonly [I in keyof V]: TLiteral<V[I]>;
  }>;
export const strict = { additionalProperties: false } as const;

/** Every refusal of the dashboard's interface. `field` names the input to mark. */
export const managementError = Type.Object({
  error: Type.Object({ code: Type.String(), message: Type.String(), field: Type.Optional(Type.String()) }),
});
export type ManagementError = Static<typeof managementError>;

/** An answer without content. */
export const done = Type.Object({ done: Type.Literal(true) });
export type Done = Static<typeof done>;

/**
 * Send the last answer's `next` as `?cursor=` to get the next page, until `next` is null. A page may hold fewer items
 * than the limit, even none, and still have a `next`, because a search for rare matches takes several steps.
 */
export const cursorQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
};
export const page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), next: nullable(Type.String()) });

/** Each change increments it. The `ETag` of an answer is its version, and `If-Match` takes it. */
export const version = Type.Integer();

export const role = choice('owner', 'member');
export type Role = Static<typeof role>;
