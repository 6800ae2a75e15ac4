export type TokenProblem = 'token_required' | 'token_invalid' | 'token_expired' | 'token_used';

const answerTimeoutMs = 30_000;

export const isTokenProblem = (code: unknown): code is TokenProblem =>
  code === 'token_required' || code === 'token_invalid' || code === 'token_expired' || code === 'token_used';

/** Asks the page for another token and waits for its answer. */
export class TokenRequests {
  readonly #ask: (reason: TokenProblem) => void;
  #settle: ((isGiven: boolean) => void) | null = null;

  constructor(ask: (reason: TokenProblem) => void) {
    this.#ask = ask;
  }

  /** Resolves to true if the page gives a token in time. */
  async request(reason: TokenProblem): Promise<boolean> {
    const answer = new Promise<boolean>((resolve) => {
      this.#settle = resolve;
    });
    const timeout = setTimeout(() => this.settle(false), answerTimeoutMs);
    this.#ask(reason);
    const isGiven = await answer;
    clearTimeout(timeout);
    return isGiven;
  }

  settle(isGiven: boolean): void {
    this.#settle?.(isGiven);
    this.#settle = null;
  }
}
