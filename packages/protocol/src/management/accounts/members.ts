import { type Static, Type } from 'typebox';
import { nullable, page, role, strict, time } from '../common-schemas.ts';

/** Owners always may. */
const answers = Type.Boolean({ description: 'Whether they may watch conversations and answer visitors.' });

export const member = Type.Object({
  id: Type.String(),
  personId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role,
  answers,
  isMe: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
  joinedAt: time,
  lastSignInAt: nullable(time),
});
export type Member = Static<typeof member>;
/** In the order in which they joined. */
export const memberPage = page(member);
export type MemberPage = Static<typeof memberPage>;
export const memberChange = Type.Object(
  { role: Type.Optional(role), answers: Type.Optional(answers) },
  strict,
);

export const invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role,
  answers,
  invitedBy: Type.String(),
  createdAt: time,
  expiresAt: time,
  expired: Type.Boolean(),
});
export type Invitation = Static<typeof invitation>;
/** The link is a secret: it is enough to accept the invitation. */
export const createdInvitation = Type.Object({
  ...invitation.properties,
  link: nullable(
    Type.String({
      description: 'To hand over to the person. Null if the service has a mail server, which sends it.',
    }),
  ),
});
export type CreatedInvitation = Static<typeof createdInvitation>;
/** Newest first. */
export const invitationPage = page(invitation);
export type InvitationPage = Static<typeof invitationPage>;
export const newInvitation = Type.Object(
  { email: Type.String(), role, answers: Type.Optional(answers) },
  strict,
);
