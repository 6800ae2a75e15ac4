import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';

type Work<T> = (tx: postgres.TransactionSql) => T | Promise<T>;
type Begin = <T>(work: Work<T>) => Promise<T>;

/** Faults after which the connection that has them is closed; within this time, if it was the transaction's own. */
const lossCodes = /^(08|57P0[12]|CONNECTION_|ECONNRESET|EPIPE)/;
const closedWithinMs = 1_000;

/**
 * The driver goes on with a transaction whose connection is gone: it writes to a socket it no longer has, and the
 * exception which this throws reaches nobody but the process; or to the next one, outside of any transaction. So work
 * that has lost its connection can state nothing more and never comes to an end here: the driver hears of the close
 * and fails the transaction, and PostgreSQL rolls back by itself.
 */
export const beginSafely =
  (begin: Begin): Begin =>
  (work) => {
    let isOver = false;
    const transaction = begin(async (tx) => {
      try {
        const result = await work(whileOpen(tx, () => isOver));
        return isOver ? await nothingMore() : result;
      } catch (error) {
        if (isOver) return await nothingMore();
        if (!isLoss(error)) throw error;
        await delay(closedWithinMs, undefined, { ref: false });
        if (isOver) return await nothingMore();
        // The fault was another connection's: this one is there, and has something to roll back.
        throw error;
      }
    });
    transaction.catch(() => {
      isOver = true;
    });
    return transaction;
  };

const nothingMore = () => new Promise<never>(() => {});

function whileOpen(tx: postgres.TransactionSql, isOver: () => boolean): postgres.TransactionSql {
  const check = () => {
    if (isOver()) throw new Error('the transaction is over: its connection was lost');
  };
  return new Proxy(tx, {
    apply(target, self, given) {
      check();
      return Reflect.apply(target as (...given: unknown[]) => unknown, self, given);
    },
    get(target, name) {
      check();
      return Reflect.get(target, name);
    },
  });
}

const isLoss = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lossCodes.test(String(error.code));
