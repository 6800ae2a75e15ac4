import { type Static, Type } from 'typebox';
import { nullable, strict, time } from './parts.ts';

/** What the pages may know before anybody has signed in. */
export const frontDoor = Type.Object({
  /** Nobody has ever signed in: the one-time link is on the console of the service. */
  fresh: Type.Boolean(),
  /** Whether mail really leaves; otherwise the operator finds it in the outbox. */
  sendsMail: Type.Boolean(),
  passwordMinLength: Type.Integer(),
  passwordMaxLength: Type.Integer(),
});
export type FrontDoor = Static<typeof frontDoor>;

export const signInWish = Type.Object({ email: Type.String(), password: Type.String() }, strict);
export type SignInWish = Static<typeof signInWish>;

/** `second-factor`: ask for a code and send it to `auth.secondFactor`. */
export const signInStep = Type.Object({
  next: Type.Union([Type.Literal('done'), Type.Literal('second-factor')]),
});
export type SignInStep = Static<typeof signInStep>;

export const secondFactorWish = Type.Object(
  {
    kind: Type.Union([Type.Literal('totp'), Type.Literal('backup-code')]),
    code: Type.String({ maxLength: 64 }),
  },
  strict,
);
export type SecondFactorWish = Static<typeof secondFactorWish>;

/** The token is the part after `#` of `/dashboard/sign-in/link#TOKEN`. */
export const linkWish = Type.Object({ token: Type.String({ maxLength: 200 }) }, strict);
export type LinkWish = Static<typeof linkWish>;

export const forgotPasswordWish = Type.Object({ email: Type.String() }, strict);
export type ForgotPasswordWish = Static<typeof forgotPasswordWish>;

/** The token is the part after `#` of `/dashboard/reset-password#TOKEN`. */
export const resetPasswordWish = Type.Object(
  { token: Type.String({ maxLength: 200 }), password: Type.String() },
  strict,
);
export type ResetPasswordWish = Static<typeof resetPasswordWish>;

/** The answer of a browser's passkey call, as `@simplewebauthn/browser` gives it. */
export const passkeyProof = Type.Object({ response: Type.Record(Type.String(), Type.Unknown()) }, strict);
export type PasskeyProof = Static<typeof passkeyProof>;
/** Given to `startRegistration` or `startAuthentication` of `@simplewebauthn/browser` as `optionsJSON`. */
export const passkeyOptions = Type.Object({ options: Type.Record(Type.String(), Type.Unknown()) });
export type PasskeyOptions = Static<typeof passkeyOptions>;

/** The token is the part after `#` of `/dashboard/invitation#TOKEN`. */
export const invitationToken = Type.Object({ token: Type.String({ maxLength: 200 }) }, strict);
export type InvitationToken = Static<typeof invitationToken>;
export const invitationSight = Type.Object({
  accountName: Type.String(),
  email: Type.String(),
  role: Type.Union([Type.Literal('owner'), Type.Literal('member')]),
  invitedBy: Type.String(),
  expiresAt: time,
  /** Whether somebody with this address has a password already: then they sign in, else they choose one. */
  known: Type.Boolean(),
  /** The address of whoever is signed in in this browser; accepting needs it to be `email`, or nobody. */
  signedInAs: nullable(Type.String()),
});
export type InvitationSight = Static<typeof invitationSight>;
/** `name` and `password` for somebody new; neither for somebody who is signed in under the invited address. */
export const acceptInvitationWish = Type.Object(
  {
    token: Type.String({ maxLength: 200 }),
    name: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
  },
  strict,
);
export type AcceptInvitationWish = Static<typeof acceptInvitationWish>;
export const acceptedInvitation = Type.Object({ account: Type.String() });
export type AcceptedInvitation = Static<typeof acceptedInvitation>;
