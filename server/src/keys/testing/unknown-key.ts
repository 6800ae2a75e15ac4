import { makeKey } from '../key-text.ts';

/** A key with the right form and checksum that nobody has. */
export const unknownKey = (): string => makeKey();
