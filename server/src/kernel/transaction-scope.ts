import { AsyncLocalStorage } from 'node:async_hooks';

type Scope = { isOpen: boolean };

/** The transaction in which the running code was called. Everything that this code starts inherits it. */
const scopes = new AsyncLocalStorage<Scope | undefined>();

/** A transaction waits for something that may itself wait for this transaction, or that may never answer. */
export class InsideTransaction extends Error {
  override name = 'InsideTransaction';

  constructor(what: string) {
    super(`${what} inside a transaction: pass the transaction along, or do this before or after it`);
  }
}

/** Runs the work of a transaction, until it settles. */
export async function insideTransaction<T>(work: () => T | Promise<T>): Promise<T> {
  const scope: Scope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** For work that a transaction starts and never waits for, such as a batch that others fill, too. */
export const outsideTransaction = <T>(work: () => T): T => scopes.run(undefined, work);

export const isInsideTransaction = (): boolean => scopes.getStore()?.isOpen === true;

/** Throws inside a transaction. `what` says what must not be done there. */
export function mustBeOutsideTransaction(what: string): void {
  if (isInsideTransaction()) throw new InsideTransaction(what);
}
