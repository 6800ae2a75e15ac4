import { contained, type Log } from '../../kernel/index.ts';

/**
 * Any client of Redis can send anything. A listener that throws would cost this process its connection or end it, so a
 * message that cannot be read is skipped.
 */
export const skippingUnreadable = (
  listener: (message: string) => void,
  log: Log,
): ((message: string) => void) =>
  contained(listener, (error) => log.warn({ err: error }, 'could not read a message from another process'));
