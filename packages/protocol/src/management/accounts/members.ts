import { type Static, Type } from 'typebox';
import { cursorQuery, nullable, page, role, strict, time } from '../parts.ts';

export const member = Type.Object({
  id: Type.String(),
  personId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role,
  isMe: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
  joinedAt: time,
  lastSignInAt: nullable(time),
});
export type Member = Static<typeof member>;
export const memberQuery = cursorQuery;
/** In the order in which they joined. */
export const memberPage = page(member);
export type MemberPage = Static<typeof memberPage>;
export const memberChange = Type.Object({ role }, strict);
export type MemberChange = Static<typeof memberChange>;

export const invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role,
  invitedBy: Type.String(),
  createdAt: time,
  expiresAt: time,
  expired: Type.Boolean(),
});
export type Invitation = Static<typeof invitation>;
/** Newest first. */
export const invitationPage = page(invitation);
export type InvitationPage = Static<typeof invitationPage>;
export const newInvitation = Type.Object({ email: Type.String(), role }, strict);
export type NewInvitation = Static<typeof newInvitation>;
