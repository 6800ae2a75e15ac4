import { expect, it } from 'vitest';
import { createKeyHasher } from './key-hasher.ts';
import { keyHash, makeKey } from './key-text.ts';

it('gives every key its own hash, on one connection after another and in any order', () => {
  const hashOf = createKeyHasher();
  const connections = [{}, {}, undefined];
  const keys = [makeKey(), makeKey(), makeKey()];
  for (let i = 0; i < 100; i++) {
    const key = keys[(i * 7) % keys.length] ?? '';
    expect(hashOf(key, connections[(i * 5) % connections.length])).toBe(keyHash(key));
    expect(hashOf(key, connections[(i * 5) % connections.length])).toBe(keyHash(key));
  }
});
