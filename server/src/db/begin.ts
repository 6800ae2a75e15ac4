import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';

type Work<T> = (tx: postgres.TransactionSql) => T | Promise<T>;
type Begin = <T>(work: Work<T>) => Promise<T>;

/** Faults after which the connection that has them is closed; within this time, if it was the transaction's own. */
const lossCodes = /^(08|57P0[12]|CONNECTION_|ECONNRESET|EPIPE)/;
const closedWithinMs = 1_000;

/**
 * The driver's `begin` rolls back on a connection that is gone as well, and the exception which this throws reaches
 * nobody but the process. So work that failed because its connection is gone never comes to an end here: the driver
 * hears of the close and fails the transaction then, and PostgreSQL rolls back by itself.
 */
export const beginSafely =
  (begin: Begin): Begin =>
  (work) => {
    let isOver = false;
    const transaction = begin(async (tx) => {
      try {
        return await work(tx);
      } catch (error) {
        if (!isLoss(error)) throw error;
        await delay(closedWithinMs, undefined, { ref: false });
        if (isOver) return await new Promise<never>(() => {});
        // The fault was another connection's: this one is there, and has something to roll back.
        throw error;
      }
    });
    transaction.catch(() => {
      isOver = true;
    });
    return transaction;
  };

const isLoss = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lossCodes.test(String(error.code));
