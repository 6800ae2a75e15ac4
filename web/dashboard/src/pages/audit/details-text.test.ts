import { describe, expect, test } from 'vitest';
import { fullTime } from '../../components/values/format-time.ts';
import { detailsText } from './details-text.ts';

describe('the details of an entry of the audit log', () => {
  test.each([
    [{}, ''],
    [
      { last4: '12ab', scopes: ['avatars:read', 'keys:read'] },
      'last4: 12ab; scopes: avatars:read, keys:read',
    ],
    [{ expiresAt: 1_802_649_599_999 }, `expires at: ${fullTime(1_802_649_599_999)}`],
    [{ expiresAt: null, events: [], headers: {} }, 'expires at: none; events: none; headers: none'],
    [{ greeting: '', private: false, maxSessions: 0 }, 'greeting: empty; private: false; max sessions: 0'],
    [{ avatarIds: null, origins: null, webhookId: null }, 'avatar ids: all; origins: all; webhook id: none'],
    [{ hearing: { server: null, language: 'en' } }, 'hearing: (server none, language en)'],
  ])('%j is shown as %j', (details, text) => {
    expect(detailsText(details)).toBe(text);
  });

  test('are shortened if they are long, and show it', () => {
    expect(detailsText({ greeting: 'x'.repeat(400) })).toMatch(/^greeting: x+…$/);
  });
});
