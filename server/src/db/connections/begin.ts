import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { insideTransaction } from '../../kernel/index.ts';

type Work<T> = (tx: postgres.TransactionSql) => T | Promise<T>;
type Begin = <T>(work: Work<T>) => Promise<T>;

/** After these errors the driver closes the connection within this time, if it is the transaction's own connection. */
const lossCodes = /^(08|57P0[12]|25P03|CONNECTION_|ECONNRESET|EPIPE)/;
const closedWithinMs = 1_000;
/** PostgreSQL rolled the transaction back because it got in the way of another one. */
const conflictCodes = /^(40001|40P01)$/;
const maxTries = 6;
const longestPauseMs = 20;

/**
 * The driver continues a transaction whose connection is lost. It then writes to a closed socket, which throws an
 * exception that cannot be caught and that ends the process. Or it writes to the next connection, outside of any
 * transaction. Therefore work that has lost its connection can send no more statements and never settles here. The
 * driver notices the closed connection and fails the transaction, and PostgreSQL rolls it back.
 */
export const beginSafely =
  (begin: Begin): Begin =>
  (work) => {
    let isOver = false;
    const transaction = begin(async (tx) => {
      try {
        const result = await insideTransaction(() => work(whileOpen(tx, () => isOver)));
        return isOver ? await neverSettles() : result;
      } catch (error) {
        if (isOver) return await neverSettles();
        if (!isLoss(error)) throw error;
        await delay(closedWithinMs, undefined, { ref: false });
        if (isOver) return await neverSettles();
        // Another connection failed. This one is open and must be rolled back.
        throw error;
      }
    });
    transaction.catch(() => {
      isOver = true;
    });
    return transaction;
  };

/** Runs a transaction again from its start if it collided with another one. Its work must have no effect outside. */
export const beginAgain =
  (begin: Begin): Begin =>
  async (work) => {
    for (let tries = 1; ; tries++) {
      try {
        return await begin(work);
      } catch (error) {
        if (tries === maxTries || !hasCode(error, conflictCodes)) throw error;
        // Two transactions that waited equally long would collide again.
        await delay(Math.random() * longestPauseMs * 2 ** tries);
      }
    }
  };

const neverSettles = () => new Promise<never>(() => {});

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

const isLoss = (error: unknown): boolean => hasCode(error, lossCodes);

const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof Error && 'code' in error && codes.test(String(error.code));
