import type { Person } from '@parley/protocol/management';

/** What a person does in a session. Only the one who has taken over may say something, type or release. */
export type PersonCommand =
  | {
      readonly kind: 'take';
      readonly person: Person;
      /** The reply in progress stops. Otherwise it finishes first. */
      readonly cut: boolean;
      /** The session is handed back after this silence of the person. */
      readonly handBackMs: number;
    }
  /** `id` is made by the caller, so that words that are sent again are said once. */
  | { readonly kind: 'say'; readonly personId: string; readonly id: string; readonly text: string }
  | { readonly kind: 'typing'; readonly personId: string }
  | { readonly kind: 'release'; readonly personId: string };

/**
 * `not-yours`: another person has the session (`by`), or nobody. `too-many`: too much waits already. `full`: the session
 * has stored as many words as it may.
 */
export type PersonOutcome = {
  readonly outcome: 'done' | 'not-yours' | 'too-many' | 'full' | 'ended';
  readonly by?: Person;
};

export type WatchQuestion = {
  /** The last entry that the watcher has; null for a new watcher. */
  readonly after: { readonly epoch: string; readonly n: number } | null;
  /** How long the owner may wait for a new entry. */
  readonly waitMs: number;
  /** The person who watches. If they have taken over, the question shows that they are there. */
  readonly personId: string | null;
};

/** The longest time that an owner waits before it answers a watcher. */
export const maxWatchWaitMs = 5_000;
