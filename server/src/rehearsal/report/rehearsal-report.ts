import type { Answer } from '../compare/answer.ts';

export type StepResult = {
  /** The step as the script has it. */
  readonly text: string;
  readonly outcome: 'passed' | 'failed' | 'not tried';
  readonly faults: readonly string[];
  /** Null if the step has none. */
  readonly answer: Answer | null;
};

export type ConversationResult = {
  readonly name: string;
  readonly reached: boolean;
  /** Why the conversation could not begin; null if it could. */
  readonly joining: string | null;
  readonly steps: readonly StepResult[];
};

export type RehearsalVerdict = 'good' | 'faulty' | 'untried';

export type RehearsalReport = {
  /** The address or avatar. */
  readonly subject: string;
  readonly verdict: RehearsalVerdict;
  readonly seconds: number;
  readonly conversations: readonly ConversationResult[];
};

export const notTried = (text: string): StepResult => ({
  text,
  outcome: 'not tried',
  faults: [],
  answer: null,
});

export const isGood = ({ joining, steps }: ConversationResult): boolean =>
  joining === null && steps.every(({ outcome }) => outcome === 'passed');

export function rehearsalReport(
  subject: string,
  conversations: readonly ConversationResult[],
  startedMs: number,
): RehearsalReport {
  const wasTried = conversations.some(({ reached }) => reached);
  return {
    subject,
    verdict: wasTried ? (conversations.every(isGood) ? 'good' : 'faulty') : 'untried',
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    conversations,
  };
}
