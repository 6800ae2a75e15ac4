import { makeKey } from '../key-text.ts';

/** A key with the right form and checksum that was never created. */
export const unknownKey = (): string => makeKey();
