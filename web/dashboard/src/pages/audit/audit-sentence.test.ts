import { describe, expect, it } from 'vitest';
import { auditSentence } from './audit-sentence.ts';

const ada = { who: 'ada@example.com', personId: 'per_1' };
const token = { who: 'operator', personId: null };

describe('an entry of the audit log', () => {
  it.each([
    [
      { ...ada, action: 'avatars.create', target: { kind: 'avatar', id: '7', name: 'Mara' } },
      'ada@example.com created an avatar: Mara.',
    ],
    [{ ...ada, action: 'sign-in.password', target: null }, 'ada@example.com signed in with a password.'],
    [
      { ...token, action: 'keys.revoke', target: { kind: 'key', id: 'k', name: null } },
      'The operator’s token revoked an API key.',
    ],
    [{ ...token, action: 'something.new', target: null }, 'The operator’s token did “something.new”.'],
  ])('%j is the sentence "%s"', (entry, sentence) => {
    expect(auditSentence(entry)).toBe(sentence);
  });
});
