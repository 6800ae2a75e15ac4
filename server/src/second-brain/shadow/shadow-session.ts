import { createHash } from 'node:crypto';
import { type AvatarWithSecrets, withSecondBrain } from '../../avatars/index.ts';
import type { EndedTurn, UserFacts } from '../../live/index.ts';

/** What a shadow gets a copy of. `bytes` is what it takes in memory, about. */
export type Copy = { readonly bytes: number } & (
  | { readonly kind: 'login' }
  | { readonly kind: 'chat'; readonly turn: EndedTurn }
  | { readonly kind: 'logout' }
);

/** What this process knows about one session of a shadow. Copies go out one after another. */
export class ShadowSession {
  /** The session's own id, which the shadow does not learn. */
  readonly id: string;
  readonly copies: Copy[] = [];
  isRunning = false;
  /** LOGOUT waits or is being sent. Nothing may follow it. */
  isEnding = false;
  /** Where the shadow was told about the session; null if it was not. */
  openedAddress: string | null = null;
  #user: UserFacts;
  #given: AvatarWithSecrets;
  #avatar: AvatarWithSecrets;

  constructor(user: UserFacts, avatar: AvatarWithSecrets, secondBrainAvatar: AvatarWithSecrets) {
    this.id = user.sessionId;
    this.#user = user;
    this.#given = avatar;
    this.#avatar = secondBrainAvatar;
  }

  get isIdle(): boolean {
    return !this.isRunning && this.copies.length === 0;
  }

  /** The key for limits. */
  get accountId(): string {
    return this.#avatar.avatar.accountId;
  }

  /** Changes with the shadow's settings. */
  get trial(): string {
    const { id, secondTrial } = this.#given.avatar;
    return `${id} ${secondTrial}`;
  }

  /** The avatar with the shadow in place of its brain. */
  get avatar(): AvatarWithSecrets {
    return this.#avatar;
  }

  get isEndpoint(): boolean {
    return this.#avatar.avatar.brain === 'endpoint';
  }

  get address(): string | null {
    const { endpointUrl, modelUrl } = this.#avatar.avatar;
    return this.isEndpoint ? endpointUrl : modelUrl;
  }

  /** A model reads the history of the session itself. An endpoint gets another id, with which it can do no harm. */
  get user(): UserFacts {
    return this.isEndpoint ? { ...this.#user, sessionId: shadowIdOf(this.id) } : this.#user;
  }

  /** The settings may have changed since the last copy. */
  update(
    avatar: AvatarWithSecrets,
    secondBrainAvatarOf: (avatar: AvatarWithSecrets) => AvatarWithSecrets,
  ): void {
    if (avatar === this.#given) return;
    this.#given = avatar;
    this.#avatar = secondBrainAvatarOf(avatar);
  }
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The id that an endpoint gets in place of the session's own. It looks like one and belongs to no session, so that
 * neither a callback nor a call with an API key reaches the visitor.
 */
export function shadowIdOf(sessionId: string): string {
  const digest = createHash('sha256').update(`shadow ${sessionId}`).digest();
  return `ses_${Array.from(digest.subarray(0, 24), (byte) => base32[byte & 31]).join('')}`;
}

/** The same object for the same avatar, because brains are made once for each. */
export function createSecondBrainCache(): (avatar: AvatarWithSecrets) => AvatarWithSecrets {
  const views = new WeakMap<AvatarWithSecrets, AvatarWithSecrets>();
  return (avatar) => {
    const known = views.get(avatar);
    if (known !== undefined) return known;
    const view = withSecondBrain(avatar);
    views.set(avatar, view);
    return view;
  };
}
