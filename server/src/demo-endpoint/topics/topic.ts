/** What the demo avatar remembers about a visitor during a session. */
export type Visitor = {
  readonly name: string | null;
  /** What the visitor builds, in words that follow "your project:", such as "a guide for a museum". */
  readonly project: string | null;
};

export type Answer = string | ((visitor: Visitor) => string);

export type Topic = {
  /** Completes the sentence "Ask me about …". Topics without it are not suggested. */
  readonly title?: string;
  /** Ways to ask. The matcher compares questions with them. */
  readonly asks: readonly string[];
  /** The first answer, and what to say when the visitor asks again or wants to hear more. */
  readonly answers: readonly [Answer, ...Answer[]];
  /** What the avatar asks back. After "yes" it goes on with that topic. */
  readonly offer?: { readonly question: string; readonly topic: string };
};

export type Topics = Readonly<Record<string, Topic>>;

/** The name with a comma before it, or nothing. */
export const comma = ({ name }: Visitor): string => (name === null ? '' : `, ${name}`);
