import { beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from './passwords/password-hash.ts';
import { Browser, goodPassword, refusal, sharedSignInScene } from './testing/sign-in-scene.ts';
import { totpCode } from './testing/totp.ts';

const scene = await sharedSignInScene();
let email = '';
beforeEach(async () => {
  email = await scene.nextOwner();
});

describe('the way in by password', () => {
  it('works with the right password and not with another', async () => {
    await scene.enter(email);
    const browser = new Browser();
    await expect(scene.signIn.flow.signIn(browser.request, email, 'something else')).rejects.toEqual(
      refusal('wrong_credentials'),
    );
    const step = browser.take(
      await scene.signIn.flow.signIn(browser.request, email.toUpperCase(), goodPassword),
    );
    expect(step.next).toBe('done');
    expect((await scene.signed(browser)).person.email).toBe(email);
  });

  it('answers the same for an unknown address and for a person without a password', async () => {
    const browser = new Browser();
    const tries = ['nobody@example.com', email].map((name) =>
      scene.signIn.flow.signIn(browser.request, name, goodPassword).catch((error: Error) => error.message),
    );
    const [unknown, passwordless] = await Promise.all(tries);
    expect(unknown).toBe(passwordless);
  });

  it('leaves room for other people while many requests try one name', async () => {
    await using passwords = createPasswords({ limits: { limit: 2, maxWaiting: 4 } });
    const ended: string[] = [];
    const crowd = Array.from({ length: 20 }, () =>
      passwords.pretend('a guess', 'tried@example.com').then(
        () => ended.push('crowd'),
        () => ended.push('sent away'),
      ),
    );
    await passwords.hash('a password', 'a').then(() => ended.push('a'));
    await Promise.all(crowd);
    const hashed = ended.filter((outcome) => outcome !== 'sent away');
    expect(hashed).toHaveLength(6);
    expect(hashed.indexOf('a')).toBeLessThanOrEqual(2);
  });

  it('hashes few passwords at once and refuses the rest of a crowd', async () => {
    await using passwords = createPasswords({ limits: { limit: 1, maxWaiting: 2 } });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => passwords.hash('a password', 'a')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const hash = await passwords.hash('a password', 'a');
    expect(await passwords.verify({ hash, password: 'a password' }, 'a')).toBe(true);
    expect(await passwords.verify({ hash, password: 'another' }, 'a')).toBe(false);
  });

  it('accepts no cookie without its signature: the table alone is not enough to sign in', async () => {
    const { browser } = await scene.enter(email);
    const [row] = await scene.sql<{ token: string }[]>`
      select token from sign_ins join people on people.id = person_id where email = ${email}`;
    const [name = ''] = [...browser.jar.keys()].filter((key) => key.includes('session_token'));
    const thief = new Browser();
    for (const value of [row?.token ?? '', `${row?.token}.AAAA`]) {
      thief.jar.set(name, value);
      expect((await scene.signIn.findSignedIn(thief.request)).answer).toBeNull();
    }
  });

  it('sets cookies that only our own pages over https send', async () => {
    const { url } = await scene.signIn.flow.makeSignInLink(email);
    const { cookies } = await scene.signIn.flow.useSignInLink(new Browser().request, scene.tokenIn(url));
    const cookie = cookies.find((line) => line.includes('session_token='));
    expect(cookie).toMatch(/^__Secure-parley/);
    expect(cookie).toMatch(/; Path=\/v1/i);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Strict/i);
    expect(cookie).toMatch(/; Secure/i);
  });

  it('records the address of the connection, whatever headers say', async () => {
    const browser = new Browser('198.51.100.7');
    await scene.enter(email, browser);
    const [signIn] = await scene.signIn.settings.signIns(await scene.signed(browser));
    expect(signIn?.address).toBe('198.51.100.7');
  });
});

describe('one-time links', () => {
  it('work once, also if two requests use them at the same instant', async () => {
    const { url } = await scene.signIn.flow.makeSignInLink(email);
    const uses = await Promise.allSettled(
      [1, 2, 3].map(() => scene.signIn.flow.useSignInLink(new Browser().request, scene.tokenIn(url))),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('do not work after their time', async () => {
    const { url } = await scene.signIn.flow.makeSignInLink(email);
    await scene.sql`update one_time_links set expires_at = now() - interval '1 second'`;
    await expect(scene.signIn.flow.useSignInLink(new Browser().request, scene.tokenIn(url))).rejects.toEqual(
      refusal('link_invalid'),
    );
  });

  it('are stored as hashes only', async () => {
    const { url } = await scene.signIn.flow.makeSignInLink(email);
    const rows = await scene.sql`select encode(hash, 'escape') as hash, * from one_time_links`;
    expect(JSON.stringify(rows)).not.toContain(scene.tokenIn(url));
  });

  it('do not remove the password of a person whose address was never verified', async () => {
    await scene.enter(email);
    await scene.sql`update people set email_verified = false where email = ${email}`;
    const { url } = await scene.signIn.flow.makeSignInLink(email);
    await scene.signIn.flow.useSignInLink(new Browser().request, scene.tokenIn(url));
    const step = await scene.signIn.flow.signIn(new Browser().request, email, goodPassword);
    expect(step.answer.next).toBe('done');
  });

  it('do not bypass the second factor', async () => {
    const { browser, signed } = await scene.enter(email);
    const begun = browser.take(
      await scene.signIn.settings.beginSecondFactor({ signInRequest: browser.request, signed }, goodPassword),
    );
    browser.take(
      await scene.signIn.settings.confirmSecondFactor(
        { signInRequest: browser.request, signed },
        totpCode(begun.uri),
      ),
    );
    const { url } = await scene.signIn.flow.makeSignInLink(email);
    const other = new Browser();
    const step = other.take(await scene.signIn.flow.useSignInLink(other.request, scene.tokenIn(url)));
    expect(step.next).toBe('second-factor');
    expect((await scene.signIn.findSignedIn(other.request)).answer).toBeNull();

    const reset = await scene.signIn.flow.makeSignInLink(email, true);
    const third = new Browser();
    const free = third.take(await scene.signIn.flow.useSignInLink(third.request, scene.tokenIn(reset.url)));
    expect(free.next).toBe('done');
  });

  it('for a new password end every sign-in, and are mailed only to that address', async () => {
    const { browser } = await scene.enter(email);
    const before = await scene.sql`select from mails`;
    await scene.signIn.flow.forgotPassword(browser.request, 'stranger@example.com');
    expect(await scene.sql`select from mails`).toHaveLength(before.length);
    await scene.signIn.flow.forgotPassword(browser.request, email);
    const token = /reset-password#(\S+)/.exec(await scene.lastMail(email))?.[1] ?? '';
    await expect(scene.signIn.flow.resetPassword(browser.request, token, 'short')).rejects.toEqual(
      expect.objectContaining({ code: 'invalid', field: 'password' }),
    );
    await scene.signIn.flow.resetPassword(browser.request, token, 'another good password');
    expect((await scene.signIn.findSignedIn(browser.request)).answer).toBeNull();
    await expect(
      scene.signIn.flow.resetPassword(browser.request, token, 'another good password'),
    ).rejects.toEqual(refusal('link_invalid'));
    const step = await scene.signIn.flow.signIn(browser.request, email, 'another good password');
    expect(step.answer.next).toBe('done');
  });
});

describe('the second factor', () => {
  async function withFactor() {
    const { browser, signed } = await scene.enter(email);
    const begun = browser.take(
      await scene.signIn.settings.beginSecondFactor({ signInRequest: browser.request, signed }, goodPassword),
    );
    const code = totpCode(begun.uri);
    browser.take(
      await scene.signIn.settings.confirmSecondFactor({ signInRequest: browser.request, signed }, code),
    );
    return { ...begun, code, browser };
  }
  async function atTheSecondStep() {
    const browser = new Browser();
    const step = browser.take(await scene.signIn.flow.signIn(browser.request, email, goodPassword));
    expect(step.next).toBe('second-factor');
    return browser;
  }

  it('is asked for after the password, and a code works once', async () => {
    const { uri, code } = await withFactor();
    const used = await atTheSecondStep();
    await expect(scene.signIn.flow.secondFactor(used.request, 'totp', code)).rejects.toEqual(
      refusal('wrong_code'),
    );
    expect((await scene.signIn.findSignedIn(used.request)).answer).toBeNull();

    const browsers = [await atTheSecondStep(), await atTheSecondStep()];
    const next = totpCode(uri, Date.now() + 30_000);
    const uses = await Promise.allSettled(
      browsers.map((browser) => scene.signIn.flow.secondFactor(browser.request, 'totp', next)),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [counted] = await scene.sql<{ count: number }[]>`
      select count(*)::int as count from sign_ins join people on people.id = person_id where email = ${email}`;
    // The browser that set it up, and the one that succeeded.
    expect(counted?.count).toBe(2);
  });

  it('can be one of the backup codes, each once', async () => {
    const { backupCodes } = await withFactor();
    const code = backupCodes[0] ?? '';
    const browser = await atTheSecondStep();
    const step = browser.take(await scene.signIn.flow.secondFactor(browser.request, 'backup-code', code));
    expect(step.next).toBe('done');
    const again = await atTheSecondStep();
    await expect(scene.signIn.flow.secondFactor(again.request, 'backup-code', code)).rejects.toEqual(
      refusal('wrong_code'),
    );
  });

  it('cannot be guessed: after ten wrong codes, further tries are refused for a while', async () => {
    const { uri } = await withFactor();
    for (let round = 0; round < 2; round++) {
      const browser = await atTheSecondStep();
      for (let i = 0; i < 5; i++) {
        await scene.signIn.flow.secondFactor(browser.request, 'totp', '000000').catch(() => {});
      }
    }
    const browser = await atTheSecondStep();
    await expect(
      scene.signIn.flow.secondFactor(browser.request, 'totp', totpCode(uri, Date.now() + 30_000)),
    ).rejects.toEqual(refusal('too_many_requests'));
  });

  it('needs the password to be switched on and off', async () => {
    const { browser } = await withFactor();
    const signed = await scene.signed(browser);
    expect(signed.person.hasSecondFactor).toBe(true);
    await expect(
      scene.signIn.settings.removeSecondFactor({ signInRequest: browser.request, signed }, 'not my password'),
    ).rejects.toEqual(refusal('wrong_credentials'));
    browser.take(
      await scene.signIn.settings.removeSecondFactor(
        { signInRequest: browser.request, signed },
        goodPassword,
      ),
    );
    expect((await scene.signed(browser)).person.hasSecondFactor).toBe(false);
  });
});
