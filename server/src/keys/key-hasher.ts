import { keyHash } from './key-text.ts';

/**
 * Hashes keys, each connection's latest only once: a client that keeps its connection brings the same key with every
 * request. What is remembered goes with the connection, so no key is held longer than its owner is connected.
 */
export function createKeyHasher(): (text: string, connection: object | undefined) => string {
  const latest = new WeakMap<object, { readonly text: string; readonly hash: string }>();
  return (text, connection) => {
    if (connection === undefined) return keyHash(text);
    const known = latest.get(connection);
    if (known?.text === text) return known.hash;
    const hash = keyHash(text);
    latest.set(connection, { text, hash });
    return hash;
  };
}
