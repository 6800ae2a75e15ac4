export type TurnProblem = {
  readonly number: number;
  readonly kind: string;
  /** Why the turn failed, in a sentence. */
  readonly problem: string | null;
};

/** The turns of a session so far; null if they cannot be asked for. */
export type AskTurns = (sessionId: string) => Promise<readonly TurnProblem[] | null>;

/** A turn is stored a moment after its answer was said. */
const tries = 10;
const tryEveryMs = 100;

/** Tells why questions got no answer. Visitors do not learn that, but this visitor may ask the service. */
export class TurnProblems {
  readonly #sessionId: () => string | null;
  readonly #report: (turn: number, problem: string) => void;
  readonly #turnsOf: AskTurns | undefined;
  #questions = 0;
  #lastShown = 0;

  constructor(
    sessionId: () => string | null,
    report: (turn: number, problem: string) => void,
    turnsOf: AskTurns | undefined,
  ) {
    this.#sessionId = sessionId;
    this.#report = report;
    this.#turnsOf = turnsOf;
  }

  /** To be called after the answer to each question. */
  async show(): Promise<void> {
    this.#questions += 1;
    const sessionId = this.#sessionId();
    if (this.#turnsOf === undefined || sessionId === null) return;
    let turns: readonly TurnProblem[] | null = null;
    for (let count = 0; count < tries; count += 1) {
      turns = await this.#turnsOf(sessionId);
      if (turns === null || turns.filter(({ kind }) => kind === 'chat').length >= this.#questions) break;
      await new Promise((resolve) => setTimeout(resolve, tryEveryMs));
    }
    for (const { number, problem } of turns ?? []) {
      if (problem === null || number <= this.#lastShown) continue;
      this.#lastShown = number;
      this.#report(number, problem);
    }
  }
}
