/** Why a request did not do what it should. */
export class Problem extends Error {
  readonly kind: 'offline' | 'refused';
  readonly status: number;
  readonly code: string;
  /** What is wrong with single fields of the body. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(facts: {
    kind: 'offline' | 'refused';
    status: number;
    code: string;
    message: string;
    fields?: Readonly<Record<string, string>>;
  }) {
    super(facts.message);
    this.name = 'Problem';
    this.kind = facts.kind;
    this.status = facts.status;
    this.code = facts.code;
    this.fields = facts.fields ?? {};
  }
}

export const isProblem = (error: unknown): error is Problem => error instanceof Problem;
export const isNotFound = (error: unknown): boolean => isProblem(error) && error.status === 404;
