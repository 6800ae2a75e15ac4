import { type Static, Type } from 'typebox';
import { cursorQuery, nullable, page, time } from '../common-schemas.ts';

export const auditEntry = Type.Object({
  id: Type.String(),
  at: time,
  /**
   * The person's address, `operator` for the operator's token, `key NAME (ID)` for a management key, or `system` for
   * changes that the service made by itself.
   */
  who: Type.String(),
  personId: nullable(Type.String()),
  /** The name of the call, such as `keys.create` or `deliveries.replay`; sign-ins are `sign-in.password` and so on. */
  action: Type.String(),
  target: nullable(Type.Object({ kind: Type.String(), id: Type.String(), name: nullable(Type.String()) })),
  /** What was changed: names of settings with their new values, counts and the like. Never secrets. */
  details: Type.Record(Type.String(), Type.Unknown()),
  address: nullable(Type.String()),
});
export type AuditEntry = Static<typeof auditEntry>;
export const auditQuery = {
  action: Type.Optional(Type.String({ maxLength: 60 })),
  person: Type.Optional(Type.String({ maxLength: 60 })),
  from: Type.Optional(time),
  to: Type.Optional(time),
  ...cursorQuery,
};
/** Newest first. */
export const auditPage = page(auditEntry);
export type AuditPage = Static<typeof auditPage>;
