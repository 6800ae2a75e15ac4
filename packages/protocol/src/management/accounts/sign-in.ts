import { type Static, Type } from 'typebox';
import { choice, nullable, role, strict, time } from '../common-schemas.ts';

/** What the pages may know before a person has signed in. */
export const signInOptions = Type.Object({
  /** Whether the caller is signed in. A page can ask for this without being refused. */
  signedIn: Type.Boolean(),
  /** Nobody has ever signed in: the one-time link is on the console of the service. */
  fresh: Type.Boolean(),
  /** Whether mail is sent; otherwise it stays in the operator's outbox. */
  sendsMail: Type.Boolean(),
  passwordMinLength: Type.Integer(),
  passwordMaxLength: Type.Integer(),
});

export const signInInput = Type.Object({ email: Type.String(), password: Type.String() }, strict);

/** `second-factor`: ask for a code and send it to `auth.secondFactor`. */
export const signInStep = Type.Object({
  next: choice('done', 'second-factor'),
});
export type SignInStep = Static<typeof signInStep>;

export const secondFactorInput = Type.Object(
  {
    kind: choice('totp', 'backup-code'),
    code: Type.String({ maxLength: 64 }),
  },
  strict,
);

/** The token is the part after `#` of `/dashboard/sign-in/link#TOKEN`. */
export const linkInput = Type.Object({ token: Type.String({ maxLength: 200 }) }, strict);
export type LinkInput = Static<typeof linkInput>;

export const forgotPasswordInput = Type.Object({ email: Type.String() }, strict);

/** The token is the part after `#` of `/dashboard/reset-password#TOKEN`. */
export const resetPasswordInput = Type.Object(
  { token: Type.String({ maxLength: 200 }), password: Type.String() },
  strict,
);

/** The answer of a browser's passkey call, as `@simplewebauthn/browser` gives it. */
export const passkeyProof = Type.Object({ response: Type.Record(Type.String(), Type.Unknown()) }, strict);
/** The `optionsJSON` for `startRegistration` or `startAuthentication` of `@simplewebauthn/browser`. */
export const passkeyOptions = Type.Object({ options: Type.Record(Type.String(), Type.Unknown()) });

/** The token is the part after `#` of `/dashboard/invitation#TOKEN`. */
export const invitationToken = Type.Object({ token: Type.String({ maxLength: 200 }) }, strict);
export const invitationPreview = Type.Object({
  accountName: Type.String(),
  email: Type.String(),
  role,
  invitedBy: Type.String(),
  expiresAt: time,
  /** Whether a person with this address has a password. They sign in with it; others choose one. */
  known: Type.Boolean(),
  /** The address of the person who is signed in to this browser. Another person than `email` cannot accept. */
  signedInAs: nullable(Type.String()),
});
export type InvitationPreview = Static<typeof invitationPreview>;
/** `name` and `password` for a new person; neither for a person who is signed in with the invited address. */
export const acceptInvitationInput = Type.Object(
  {
    token: Type.String({ maxLength: 200 }),
    name: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
  },
  strict,
);
export const acceptedInvitation = Type.Object({ account: Type.String() });
