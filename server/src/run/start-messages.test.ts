import { describe, expect, test } from 'vitest';
import type { Running } from './boot.ts';
import { welcome } from './start-messages.ts';

const running = (hasDemo: boolean): Running => ({
  baseUrl: 'https://avatars.example.com',
  first: { accountId: 'acc_1', avatarId: 1001, ownerEmail: 'owner@example.com' },
  signInUrl: null,
  dataFolder: null,
  voiceFolder: null,
  hasDemo,
  workers: 1,
  replaced: new Promise(() => {}),
  [Symbol.asyncDispose]: async () => {},
});

describe('what a start prints', () => {
  test('the demo avatar, if its endpoint runs', () => {
    const text = welcome(running(true), {});
    expect(text).toContain('https://avatars.example.com/avatar/1001');
    expect(text).toContain('talk 1001 --say');
  });

  test('no demo avatar if nothing would answer for it', () => {
    const text = welcome(running(false), {});
    expect(text).not.toMatch(/demo|1001|talk/);
    expect(text).toContain('avatar create --name Ada');
    expect(text).not.toMatch(/\n\n\n/);
  });
});
