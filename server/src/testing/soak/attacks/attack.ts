import type { Wire } from '../../../live/testing/wire.ts';

/** What an attacker knows: the service's address, a public avatar of another account, and an account of their own. */
export type AttackScene = {
  readonly url: string;
  readonly port: number;
  readonly publicAvatar: string;
  readonly privateAvatar: string;
  readonly hostileAccount: string;
  /** A management key of the hostile account, with every scope. */
  readonly hostileKey: string;
  /** An avatar of the hostile account, with a brain that answers with `reply`. */
  readonly hostileAvatar: string;
  /** What the hostile account's endpoint answers from now on. */
  answerWith(reply: string): void;
  /** Joins an avatar and enters its session with a socket that sends any frame. */
  enter(avatarId: string): Promise<Wire>;
  /** A call of the management API with the hostile account's key. Resolves with the answer's status. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }>;
};

/** One way to attack the service. It ends by itself. Afterwards everybody else must be served as before. */
export type Attack = {
  readonly name: string;
  attempt(scene: AttackScene): Promise<void>;
};
