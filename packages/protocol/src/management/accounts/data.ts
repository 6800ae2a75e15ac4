import { type Static, Type } from 'typebox';
import { cursorQuery, nullable, page, strict, time } from '../common-schemas.ts';

/** A person who talked to an avatar of the account. */
export const visitor = Type.Object({
  /** The service's own number for the visitor. */
  id: Type.String(),
  /** The page's user id; null if the page named no user. */
  pageUserId: nullable(Type.String()),
  /** The name from the latest session. */
  name: nullable(Type.String()),
  sessions: Type.Integer(),
  createdAt: time,
  lastSeenAt: time,
});
export type Visitor = Static<typeof visitor>;
/** `search` is the start of a page's user id, or the whole number. */
export const visitorQuery = { search: Type.Optional(Type.String({ maxLength: 256 })), ...cursorQuery };
export const visitorPage = page(visitor);
export type VisitorPage = Static<typeof visitorPage>;

/** `confirm` must be the user's id as shown, because erasing cannot be undone. */
export const eraseInput = Type.Object({ confirm: Type.String() }, strict);
export const erased = Type.Object({
  sessions: Type.Integer(),
  messages: Type.Integer(),
  turns: Type.Integer(),
  events: Type.Integer(),
});
export type Erased = Static<typeof erased>;
