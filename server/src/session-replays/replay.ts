import type { NewReplay } from '@parley/protocol/management';

export const replayLimits = {
  /** Of one account, waiting or running. */
  open: 2,
  /** Of one account. */
  kept: 50,
  /** Sessions that are played side by side. */
  sessionsAtOnce: 4,
  /** Questions of one session, and of one replay. */
  turnsOfSession: 200,
  turns: 5_000,
  /** Characters of a question or an answer that are kept. All of it is compared. */
  keptCharacters: 8_000,
  keptTags: 40,
  tagCharacters: 1_000,
  /** Callbacks between two questions. */
  callbacks: 20,
  /** Failures one after the other, with which a replay ends. */
  failures: 20,
} as const;

/** The other brain, with its opened key. */
export type OtherBrain = {
  readonly brain: 'endpoint' | 'model';
  readonly url: string;
  readonly key: string | null;
  readonly modelName: string;
  readonly modelPrompt: string;
  readonly modelHistory: number;
};

/** A replay that this process carries out. `claim` is what it must show to store anything. */
export type ClaimedReplay = OtherBrain & {
  readonly id: string;
  readonly accountId: string;
  readonly claim: number;
  readonly keepUserIds: boolean;
  readonly salt: string;
};

export type ReplayInput = NewReplay;

/** Callbacks, questions and answers as they are kept. */
export const kept = (text: string): string =>
  text.length <= replayLimits.keptCharacters
    ? text
    : `${text.slice(0, replayLimits.keptCharacters).toWellFormed()}…`;
