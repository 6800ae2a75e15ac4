import { shortened } from '@parley/protocol';

export const replayLimits = {
  /** Of one account, waiting or running. A process carries them out one after the other. */
  open: 2,
  /** Of one account. */
  kept: 50,
  /** Replays that a process carries out side by side, and the sessions that it plays side by side of each. */
  replaysAtOnce: 2,
  sessionsAtOnce: 4,
  /** The time in which processes carry it out. */
  longestHours: 6,
  /** So long a process carries out a replay before it gives way to accounts that have none under way. */
  minutesAtOnce: 5,
  /** Questions of one session, and of one replay. */
  turnsOfSession: 200,
  turns: 5_000,
  /** Megabytes of the turns of one replay. */
  megabytes: 20,
  /** Characters of a question or an answer that are kept. All of it is compared. */
  keptCharacters: 8_000,
  keptTags: 40,
  tagCharacters: 1_000,
  /** Stored bytes of the turns of one page. The first turn is shown in any case. */
  pageBytes: 1_000_000,
  /** HTML of the turns in a report. */
  reportBytes: 4_000_000,
  /** Callbacks between two questions. */
  callbacks: 20,
  /** Failures one after the other, with which a replay ends. */
  failures: 20,
  /** So many processes may die or stop while they play it. */
  interruptions: 20,
} as const;

/** Callbacks, questions and answers as they are kept. */
export const kept = (text: string): string => shortened(text, replayLimits.keptCharacters);
