import type { Answer } from '../compare/answer.ts';

/** One visitor's conversation. A problem is why something did not work; null if it did. */
export type Visit = {
  /** `reached` is false if nothing answers at the address. */
  join(): Promise<{ readonly problem: string | null; readonly reached: boolean }>;
  /** Sends a message and waits for the answer, or for its first words if they are to be interrupted. */
  say(text: string, interruptAfter: number | null): Promise<Answer>;
  /** Waits for what the avatar says by itself: the whole time, or until it has said something. */
  listen(ms: number, until: 'time' | 'words'): Promise<Answer>;
  comeBack(awayMs: number): Promise<string | null>;
  hangUp(): Promise<string | null>;
};
