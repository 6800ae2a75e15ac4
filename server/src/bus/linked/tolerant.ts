import type { Log } from '../../kernel/index.ts';

/**
 * Anybody who reaches Redis can send anything. A listener that throws would cost this process its connection, or its life,
 * so a message that cannot be read is left out.
 */
export const tolerant =
  (listener: (message: string) => void, log: Log) =>
  (message: string): void => {
    try {
      listener(message);
    } catch (error) {
      log.warn({ err: error }, 'could not read a message of another process');
    }
  };
