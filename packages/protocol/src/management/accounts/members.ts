import { type Static, Type } from 'typebox';
import { nullable, page, role, strict, time } from '../parts.ts';

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
/** In the order in which they joined. */
export const memberPage = page(member);
export type MemberPage = Static<typeof memberPage>;
export const memberChange = Type.Object({ role }, strict);

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
