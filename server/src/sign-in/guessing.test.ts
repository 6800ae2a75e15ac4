import { randomBytes, scryptSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { testChange } from '../testing/index.ts';
import { createPasswords } from './passwords/password-hash.ts';
import { Browser, goodPassword, refusal, sharedSignInScene } from './testing/sign-in-scene.ts';

const scene = await sharedSignInScene();
const { flow, invitations } = scene.signIn;
let email = '';
beforeEach(async () => {
  email = await scene.nextOwner();
});

const guess = async (address: string, name = email): Promise<string> => {
  try {
    await flow.signIn(new Browser(address).request, name, 'a wrong guess');
    return 'in';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const guessAll = (addresses: readonly string[]) => Promise.all(addresses.map((address) => guess(address)));
const hashOf = async (): Promise<string> => {
  const [row] = await scene.sql<{ password: string }[]>`
    select password from credentials join people on people.id = person_id where email = ${email}`;
  return row?.password ?? '';
};

describe('wrong passwords', () => {
  it('slow down guesses for one name from one source', async () => {
    await scene.enter(email);
    const outcomes = await guessAll(Array<string>(12).fill('198.51.100.1'));
    expect(outcomes.sort().reverse()).toEqual([
      ...Array<string>(10).fill('wrong_credentials'),
      ...Array<string>(2).fill('too_many_requests'),
    ]);
  });

  it('from elsewhere do not lock the owner out, not even at a new source', async () => {
    await scene.enter(email);
    await guessAll(Array<string>(12).fill('198.51.100.1'));
    await guessAll(Array<string>(12).fill('198.51.100.2'));
    for (const address of ['203.0.113.9', '203.0.113.10']) {
      const step = await flow.signIn(new Browser(address).request, email, goodPassword);
      expect(step.answer.next).toBe('done');
    }
  });

  it('from very many sources are stopped, and the owner can still sign in from a known source', async () => {
    await scene.enter(email, new Browser('203.0.113.9'));
    const sources = Array.from({ length: 120 }, (_, index) => `192.0.2.${index}`);
    const outcomes: string[] = [];
    while (sources.length > 0) outcomes.push(...(await guessAll(sources.splice(0, 20))));
    expect(outcomes.filter((code) => code === 'too_many_requests').length).toBeGreaterThanOrEqual(20);
    const atHome = await flow.signIn(new Browser('203.0.113.9').request, email, goodPassword);
    expect(atHome.answer.next).toBe('done');
    // In a new place the mail helps: the source of a person who uses its link is known from then on.
    const away = new Browser('203.0.113.77');
    await expect(flow.signIn(away.request, email, goodPassword)).rejects.toEqual(
      refusal('too_many_requests'),
    );
    await flow.forgotPassword(away.request, email);
    const token = /reset-password#(\S+)/.exec(await scene.lastMail(email))?.[1] ?? '';
    await flow.resetPassword(away.request, token, 'another good password');
    const step = await flow.signIn(away.request, email, 'another good password');
    expect(step.answer.next).toBe('done');
  });
});

describe('a stored password', () => {
  it('in the old format is still accepted, and is hashed again only at the next sign-in', async () => {
    await scene.enter(email);
    const salt = randomBytes(16);
    const key = scryptSync(goodPassword, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 });
    const old = `${salt.toString('hex')}:${key.toString('hex')}`;
    await scene.sql`
      update credentials set password = ${old} where person_id = (select id from people where email = ${email})`;
    expect(await guess('203.0.113.9')).toBe('wrong_credentials');
    expect(await hashOf()).toBe(old);
    await flow.signIn(new Browser().request, email, goodPassword);
    const raised = await hashOf();
    expect(raised).toMatch(/^\$argon2id\$/);
    await flow.signIn(new Browser().request, email, goodPassword);
    expect(await hashOf()).toBe(raised);
  });

  it('contains the parameters of its hash, at the strength that OWASP recommends', async () => {
    await using passwords = createPasswords();
    const hash = await passwords.hash(goodPassword, 'a');
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
  });

  it('is checked with the parameters it was hashed with, and a malformed hash never matches', async () => {
    await using passwords = createPasswords();
    const cheaper = '$argon2id$v=19$m=1024,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
    const hash = await passwords.hash('a password', 'a');
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(passwords.isOutdated(`${cheaper}${'A'.repeat(43)}`)).toBe(true);
    for (const wrong of ['', 'x', ':', `${cheaper}${'A'.repeat(43)}`, hash.replace('m=19456', 'm=9456')])
      expect(await passwords.verify({ hash: wrong, password: 'a password' }, 'a')).toBe(false);
  });
});

describe('an unknown link', () => {
  it('costs no hash: many guesses keep no one from signing in', async () => {
    await scene.enter(email);
    // If each guess cost a hash, most of a crowd of this size would be refused.
    const crowd = Array.from({ length: 200 }, (_, index) => new Browser(`198.51.100.${index}`));
    const tries = crowd.flatMap(({ request }) => [
      flow.resetPassword(request, 'a guess', goodPassword),
      invitations.accept(request, null, { token: 'a guess', name: 'x', password: goodPassword }),
    ]);
    const outcomes = await Promise.allSettled(tries);
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'in',
    );
    expect(new Set(codes)).toEqual(new Set(['link_invalid']));
  });
});

describe('invitation mails', () => {
  const accountOf = async (): Promise<string> => {
    const [row] = await scene.sql<
      { id: string }[]
    >`select id from accounts where name = ${`Account of ${email}`}`;
    return row?.id ?? '';
  };
  const invite = (accountId: string, to: string) =>
    testChange(scene.sql, (change) => invitations.create(change, accountId, { email: to, role: 'member' }));

  it('to one address are few, also if the invitation is revoked and created again', async () => {
    const accountId = await accountOf();
    const again = async () => {
      const { id } = await invite(accountId, 'flooded@example.com');
      await testChange(scene.sql, (change) => invitations.resend(change, accountId, id));
      await testChange(scene.sql, (change) => invitations.revoke(change, accountId, id));
    };
    await again();
    await again();
    await expect(again()).rejects.toEqual(refusal('too_many_requests'));
    const mails = await scene.sql`select from mails where recipient = 'flooded@example.com'`;
    expect(mails).toHaveLength(5);
  });

  it('of one account are limited, and other accounts go on', async () => {
    const accountId = await accountOf();
    await scene.sql`
      insert into invitation_mails (account_id, recipient)
      select ${accountId}, 'p' || n || '@example.com' from generate_series(1, 200) n`;
    await expect(invite(accountId, 'one-more@example.com')).rejects.toEqual(refusal('too_many_requests'));
    email = await scene.nextOwner();
    await invite(await accountOf(), 'one-more@example.com');
  });
});

describe('a sign-in', () => {
  it('ends after its greatest age, however often it is used', async () => {
    const { browser, signed } = await scene.enter(email);
    const age = (days: number) => scene.sql`
      update sign_ins set created_at = now() - make_interval(days => ${days}) where id = ${signed.signInId}`;
    await age(29);
    expect((await scene.signIn.findSignedIn(browser.request)).answer).not.toBeNull();
    await age(30);
    expect(await scene.signIn.settings.signIns(signed)).toEqual([]);
    expect((await scene.signIn.findSignedIn(browser.request)).answer).toBeNull();
    expect(await scene.sql`select from sign_ins where id = ${signed.signInId}`).toHaveLength(0);
  });
});
