import type { ErrorName } from '@parley/protocol';

/** A numbered error of the API-key endpoints. Each route wraps it in its own shape. */
export class ContractError extends Error {
  readonly error: ErrorName;
  readonly detail: string | undefined;

  constructor(error: ErrorName, detail?: string) {
    super(detail ?? error);
    this.name = 'ContractError';
    this.error = error;
    this.detail = detail;
  }
}
