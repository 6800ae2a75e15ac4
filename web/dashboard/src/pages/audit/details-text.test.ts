import { describe, expect, test } from 'vitest';
import { fullTime } from '../../components/format-time.ts';
import { detailsText } from './details-text.ts';

describe('the details of an entry of the audit log', () => {
  test.each([
    [{}, ''],
    [
      { last4: '12ab', scopes: ['avatars:read', 'keys:read'] },
      'last4: 12ab; scopes: avatars:read, keys:read',
    ],
    [{ expiresAt: 1_802_649_599_999 }, `expiresAt: ${fullTime(1_802_649_599_999)}`],
    [{ expiresAt: null, events: [], headers: {} }, 'expiresAt: none; events: none; headers: none'],
    [{ greeting: '', private: false, maxSessions: 0 }, 'greeting: empty; private: false; maxSessions: 0'],
    [{ avatarIds: null, origins: null, webhookId: null }, 'avatarIds: all; origins: all; webhookId: none'],
    [{ hearing: { server: null, language: 'en' } }, 'hearing: (server none, language en)'],
  ])('%j is shown as %j', (details, text) => {
    expect(detailsText(details)).toBe(text);
  });

  test('are cut where they are long, and say so', () => {
    expect(detailsText({ greeting: 'x'.repeat(400) })).toMatch(/^greeting: x+…$/);
  });
});
