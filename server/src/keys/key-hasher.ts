import { keyHash } from './key-text.ts';

/**
 * Hashes keys, the latest key of each connection only once: a client that keeps its connection sends the same key with
 * every request. The hash is forgotten with the connection, so no key is kept after its owner has disconnected.
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
