import { type Static, Type } from 'typebox';
import { choice, cursorQuery, nullable, page, strict, time } from '../common-schemas.ts';

export const operatorAccount = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: time,
  owners: Type.Array(Type.String()),
  members: Type.Integer(),
  avatars: Type.Integer(),
  liveSessions: Type.Integer(),
  extendedEvents: Type.Array(Type.String()),
});
export type OperatorAccount = Static<typeof operatorAccount>;
export const operatorAccountQuery = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  ...cursorQuery,
};
/** Newest first. */
export const operatorAccountPage = page(operatorAccount);
export type OperatorAccountPage = Static<typeof operatorAccountPage>;

export const newAccount = Type.Object({ name: Type.String(), email: Type.String() }, strict);

export const extendedEventsInput = Type.Object(
  { names: Type.Array(Type.String()), enabled: Type.Boolean() },
  strict,
);
export const extendedEventsOfAccount = Type.Object({
  items: Type.Array(Type.Object({ name: Type.String(), about: Type.String(), enabled: Type.Boolean() })),
});
export type ExtendedEventsOfAccount = Static<typeof extendedEventsOfAccount>;

export const mail = Type.Object({
  id: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  body: Type.String(),
  createdAt: time,
  sentAt: nullable(time),
  /** `kept`: no SMTP server is set, so it stays here. */
  state: choice('sent', 'waiting', 'failed', 'kept'),
  tries: Type.Integer(),
  problem: nullable(Type.String()),
  nextTryAt: nullable(time),
});
export type Mail = Static<typeof mail>;
/** Newest first. */
export const mailPage = page(mail);
export type MailPage = Static<typeof mailPage>;

export const processHealth = Type.Object({
  name: Type.String(),
  pid: nullable(Type.Integer()),
  state: choice('good', 'poor', 'down'),
  about: Type.String(),
  startedAt: nullable(time),
  memoryBytes: nullable(Type.Integer()),
  /** Further figures, such as the delay of the event loop. */
  facts: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
});
export type ProcessHealth = Static<typeof processHealth>;

export const runningProcess = Type.Object({
  id: Type.String(),
  host: Type.String(),
  pid: Type.Integer(),
  version: Type.String(),
  roles: Type.Array(Type.String()),
  /** `draining`: it is stopping. `gone`: it does not renew its lease, and other processes adopt its sessions. */
  state: choice('running', 'draining', 'gone'),
  startedAt: time,
  /** When it last renewed its lease. */
  lastSeenAt: time,
  sessions: Type.Integer(),
  /** The recent delay of its event loop, p99. */
  lagMs: Type.Number(),
  /** Whether it reaches Redis. Null: it uses none. */
  redis: nullable(choice('up', 'away')),
  /** Whether this process gave the answer. */
  isAnswering: Type.Boolean(),
});
export type RunningProcess = Static<typeof runningProcess>;

/** The processes of the service, and the parts of the process that answers. */
export const processes = Type.Object({
  processes: Type.Array(runningProcess),
  items: Type.Array(processHealth),
  at: time,
});
export type Processes = Static<typeof processes>;

export const newSignInLink = Type.Object(
  {
    email: Type.String(),
    resetSecondFactor: Type.Optional(
      Type.Boolean({ description: 'Removes the second factor of a person who has lost it.' }),
    ),
  },
  strict,
);
export const signInLink = Type.Object({ url: Type.String(), email: Type.String() });

/** Secrets of the installation that can be replaced while the service runs. */
export const rotatableSecrets = ['signing-keys', 'session-tokens', 'sign-in'] as const;
export type RotatableSecret = (typeof rotatableSecrets)[number];
export const rotateSecretInput = Type.Object(
  {
    now: Type.Optional(Type.Boolean({ description: 'Refuses immediately what the old secret signed.' })),
  },
  strict,
);
export const rotatedSecret = Type.Object({
  secret: Type.String(),
  /** What the old secret signed is accepted until then. Null: it is refused already. */
  oldAcceptedUntil: nullable(time),
});
