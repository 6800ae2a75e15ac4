import type postgres from 'postgres';

type Work<T> = (tx: postgres.TransactionSql) => T | Promise<T>;

/** Faults after which the connection that has them is closed. */
const lossCodes = /^(08|57P0[12]|CONNECTION_|ECONNRESET|EPIPE)/;

/**
 * Work for the driver's `begin` that does not fail because its connection is gone. The driver would roll back on that
 * connection, and the exception which this throws reaches nobody but the process. It hears of the close anyway, and
 * fails the transaction then; PostgreSQL rolls back by itself.
 */
export function leavingLostConnections<T>(work: Work<T>): Work<T> {
  return async (tx) => {
    try {
      return await work(tx);
    } catch (error) {
      if (isLoss(error)) return await new Promise<never>(() => {});
      throw error;
    }
  };
}

const isLoss = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lossCodes.test(String(error.code));
