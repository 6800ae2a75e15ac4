import { type Static, Type } from 'typebox';
import { nullable, role, strict, time } from '../common-schemas.ts';

/** Facts about this installation that pages show or depend on. */
export const installation = Type.Object({
  version: Type.String(),
  baseUrl: Type.String(),
  /** Endpoints and webhooks on this machine are allowed, because the service is bound to loopback. */
  loopbackAllowed: Type.Boolean(),
  /** Private networks that the operator allows for endpoints and webhooks. */
  allowedNetworks: Type.Array(Type.String()),
  /** Whether mail is sent; otherwise it stays in the operator's outbox. */
  sendsMail: Type.Boolean(),
  /** Whether the voices of espeak-ng are installed. */
  hasEspeak: Type.Boolean(),
  /** The largest accepted size of an avatar’s own model. */
  modelMaxMb: Type.Integer(),
});
export type Installation = Static<typeof installation>;

export const accountOfMe = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role,
  /** Whether they may watch conversations and answer visitors. */
  answers: Type.Boolean(),
});
export type AccountOfMe = Static<typeof accountOfMe>;

export const me = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  isOperator: Type.Boolean(),
  hasPassword: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
  passkeys: Type.Integer(),
  accounts: Type.Array(accountOfMe),
  installation,
});
export type Me = Static<typeof me>;

export const meChange = Type.Object({ name: Type.String() }, strict);

/** A person without a password leaves out `current`. */
export const passwordChange = Type.Object(
  { current: Type.Optional(Type.String()), password: Type.String() },
  strict,
);

/** Required before a person's sign-in method is changed. A person without a password leaves it out. */
export const passwordProof = Type.Object({ password: Type.Optional(Type.String()) }, strict);

/** Shown once. `uri` is for a QR code; nothing is enabled before `me.confirmSecondFactor`. */
export const secondFactorBegun = Type.Object({ uri: Type.String(), backupCodes: Type.Array(Type.String()) });
export const codeInput = Type.Object({ code: Type.String({ maxLength: 64 }) }, strict);
export const backupCodes = Type.Object({ backupCodes: Type.Array(Type.String()) });

export const passkey = Type.Object({ id: Type.String(), name: Type.String(), createdAt: nullable(time) });
export type Passkey = Static<typeof passkey>;
export const passkeys = Type.Object({ items: Type.Array(passkey) });
export type Passkeys = Static<typeof passkeys>;
export const newPasskey = Type.Object(
  {
    name: Type.String(),
    response: Type.Record(Type.String(), Type.Unknown()),
    ...passwordProof.properties,
  },
  strict,
);
export type NewPasskey = Static<typeof newPasskey>;

/** One browser in which this person is signed in. */
export const signIn = Type.Object({
  id: Type.String(),
  current: Type.Boolean(),
  createdAt: time,
  seenAt: time,
  address: nullable(Type.String()),
  browser: nullable(Type.String()),
});
export type SignIn = Static<typeof signIn>;
export const signIns = Type.Object({ items: Type.Array(signIn) });
export type SignIns = Static<typeof signIns>;
