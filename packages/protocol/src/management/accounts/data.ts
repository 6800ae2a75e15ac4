import { type Static, Type } from 'typebox';
import { cursorQuery, nullable, page, strict, time } from '../parts.ts';
import { rating } from '../sessions.ts';

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

/** `data.export` answers with an attachment of this form. */
export const visitorExport = Type.Object({
  exportedAt: time,
  user: visitor,
  sessions: Type.Array(
    Type.Object({
      id: Type.String(),
      avatar: Type.Object({ id: Type.String(), name: Type.String() }),
      userName: Type.String(),
      createdAt: time,
      endedAt: nullable(time),
      endReason: nullable(Type.String()),
      duration: Type.Integer(),
      rating: nullable(rating),
      messages: Type.Array(
        Type.Object({
          speaker: Type.String(),
          message: Type.String(),
          interrupted: Type.Boolean(),
          fromPage: Type.Boolean(),
          at: time,
        }),
      ),
      turns: Type.Array(
        Type.Object({
          kind: Type.String(),
          outcome: Type.String(),
          receivedAt: time,
          heard: nullable(Type.String()),
        }),
      ),
      /** LOGIN and LOGOUT with the customer's endpoint, without secrets. */
      gateway: Type.Array(
        Type.Object({
          action: Type.String(),
          outcome: Type.String(),
          sentAt: time,
          durationMs: Type.Integer(),
          httpStatus: nullable(Type.Integer()),
          request: Type.String(),
          answer: nullable(Type.String()),
          problem: nullable(Type.String()),
        }),
      ),
      events: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), body: Type.Unknown() })),
    }),
  ),
});
export type VisitorExport = Static<typeof visitorExport>;

/** `confirm` must be the user's id as shown, because erasing cannot be undone. */
export const eraseInput = Type.Object({ confirm: Type.String() }, strict);
export type EraseInput = Static<typeof eraseInput>;
export const erased = Type.Object({
  sessions: Type.Integer(),
  messages: Type.Integer(),
  turns: Type.Integer(),
  events: Type.Integer(),
});
export type Erased = Static<typeof erased>;
