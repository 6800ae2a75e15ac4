import { describe, expect, it } from 'vitest';
import { CreationKeys } from './creation-keys.ts';

describe('the idempotency keys of a form', () => {
  it('are the same for a second click and for a retry, and new for another body', () => {
    const keys = new CreationKeys();
    const first = keys.keyFor({ name: 'Ada' });
    expect(keys.keyFor({ name: 'Ada' })).toBe(first);
    expect(keys.keyFor({ name: 'Bob' })).not.toBe(first);
    expect(keys.keyFor({ name: 'Ada' })).toBe(first);
  });

  it('are new after a success, because the person wants a second object', () => {
    const keys = new CreationKeys();
    const first = keys.keyFor({ name: 'Ada' });
    keys.forget({ name: 'Ada' });
    expect(keys.keyFor({ name: 'Ada' })).not.toBe(first);
  });
});
