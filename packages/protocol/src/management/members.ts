import { type Static, Type } from 'typebox';
import { nullable, role, strict, time } from './parts.ts';

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
export const members = Type.Object({ items: Type.Array(member) });
export type Members = Static<typeof members>;
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
export const invitations = Type.Object({ items: Type.Array(invitation) });
export type Invitations = Static<typeof invitations>;
export const newInvitation = Type.Object({ email: Type.String(), role }, strict);
export type NewInvitation = Static<typeof newInvitation>;
