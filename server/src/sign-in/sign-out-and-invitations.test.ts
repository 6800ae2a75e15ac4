import { beforeEach, describe, expect, it } from 'vitest';
import { testChange } from '../testing/index.ts';
import { Browser, goodPassword, refusal, sharedSignInScene } from './testing/sign-in-scene.ts';

const scene = await sharedSignInScene();
let email = '';
beforeEach(async () => {
  email = await scene.nextOwner();
});

describe('signing out', () => {
  it('everywhere ends all sign-ins at once', async () => {
    const { browser, signed } = await scene.enter(email);
    const other = new Browser();
    other.take(await scene.signIn.flow.signIn(other.request, email, goodPassword));
    await scene.signIn.settings.endAllSignIns({ signInRequest: browser.request, signed });
    for (const one of [browser, other])
      expect((await scene.signIn.findSignedIn(one.request)).answer).toBeNull();
  });

  it('ends this sign-in only, and another person’s cannot be ended', async () => {
    const { browser, signed } = await scene.enter(email);
    const stranger = await scene.enter('owner@localhost', new Browser('203.0.113.50'));
    const request = { signInRequest: browser.request, signed };
    await expect(scene.signIn.settings.endSignIn(request, stranger.signed.signInId)).rejects.toEqual(
      refusal('not_found'),
    );
    await scene.signIn.signOut(browser.request, signed);
    expect((await scene.signIn.findSignedIn(browser.request)).answer).toBeNull();
    expect((await scene.signIn.findSignedIn(stranger.browser.request)).answer).not.toBeNull();
  });

  it('a changed password ends the other sign-ins', async () => {
    const { browser, signed } = await scene.enter(email);
    const other = new Browser();
    other.take(await scene.signIn.flow.signIn(other.request, email, goodPassword));
    await scene.signIn.settings.changePassword(
      { signInRequest: browser.request, signed },
      {
        current: goodPassword,
        password: 'a newer password',
      },
    );
    expect((await scene.signIn.findSignedIn(other.request)).answer).toBeNull();
    expect((await scene.signIn.findSignedIn(browser.request)).answer).not.toBeNull();
  });
});

describe('invitations', () => {
  const invite = async (to: string, { invitations } = scene.signIn) => {
    const [row] = await scene.sql<
      { id: string }[]
    >`select id from accounts where name = ${`Account of ${email}`}`;
    const accountId = row?.id ?? '';
    const made = await testChange(scene.sql, (change) =>
      invitations.create(change, accountId, {
        email: to,
        role: 'member',
      }),
    );
    const token = /invitation#(\S+)/.exec(await scene.lastMail(to))?.[1] ?? '';
    return { accountId, made, token };
  };

  it('let a new person in once, with their own password', async () => {
    const to = 'new@example.com';
    const { token, accountId } = await invite(to);
    const browser = new Browser();
    const input = { token, name: 'New Person', password: goodPassword };
    const uses = await Promise.allSettled(
      [1, 2].map(() => scene.signIn.invitations.accept(browser.request, null, input)),
    );
    const good = uses.flatMap((use) => (use.status === 'fulfilled' ? [use.value] : []));
    expect(good).toHaveLength(1);
    for (const withCookies of good) browser.take(withCookies);
    expect((await scene.signed(browser)).person).toMatchObject({ email: to, name: 'New Person' });
    const members = await scene.sql`
      select role from members join people on people.id = person_id
      where account_id = ${accountId} and email = ${to}`;
    expect(members).toEqual([{ role: 'member' }]);
  });

  it('can be accepted only by the person with the invited address, and only with proof', async () => {
    const { browser, signed } = await scene.enter(email);
    const to = 'other@example.com';
    await testChange(scene.sql, (change) => scene.accounts.create(change, { name: 'Theirs', email: to }));
    await scene.enter(to, new Browser('203.0.113.77'));
    const { token } = await invite(to);
    const { invitations } = scene.signIn;
    await expect(invitations.accept(browser.request, signed.person, { token })).rejects.toEqual(
      refusal('forbidden'),
    );
    // The person has a password, so the link alone does not set another one.
    await expect(
      invitations.accept(browser.request, null, { token, name: 'x', password: goodPassword }),
    ).rejects.toEqual(refusal('unauthorized'));
    await expect(
      invitations.accept(browser.request, null, { token: 'guess', name: 'x', password: goodPassword }),
    ).rejects.toEqual(refusal('link_invalid'));
  });

  it('make one member of a person who accepts twice, and the second link does not work', async () => {
    const to = 'twice@example.com';
    const { token, accountId, made } = await invite(to);
    await expect(invite(to)).rejects.toEqual(refusal('conflict'));
    await testChange(scene.sql, (change) => scene.signIn.invitations.resend(change, accountId, made.id));
    await expect(scene.signIn.invitations.preview(new Browser().request, token)).rejects.toEqual(
      refusal('link_invalid'),
    );
    const newest = /invitation#(\S+)/.exec(await scene.lastMail(to))?.[1] ?? '';
    await scene.signIn.invitations.accept(new Browser().request, null, {
      token: newest,
      name: 'Twice',
      password: goodPassword,
    });
    await expect(invite(to)).rejects.toEqual(refusal('conflict'));
  });

  it('are sent by the mail server, or their link is shown once', async () => {
    const sent = await invite('sent@example.com');
    expect(sent.made.link).toBeNull();
    await using withoutMail = await scene.otherProcess(false);
    const { made, token, accountId } = await invite('shown@example.com', withoutMail);
    expect(made.link).toBe(`https://talk.example.com/dashboard/invitation#${token}`);
    const again = await testChange(scene.sql, (change) =>
      withoutMail.invitations.resend(change, accountId, made.id),
    );
    expect(again.link).not.toBe(made.link);
    const listed = await withoutMail.invitations.list(accountId, { after: null, limit: 10 });
    const audited = await scene.sql`select * from audit_log where account_id = ${accountId}`;
    for (const kept of [listed, audited]) {
      expect(JSON.stringify(kept)).toContain('shown@example.com');
      expect(JSON.stringify(kept)).not.toContain('invitation#');
    }
    const step = await withoutMail.invitations.accept(new Browser().request, null, {
      token: scene.tokenIn(again.link ?? ''),
      name: 'Shown',
      password: goodPassword,
    });
    expect(step.answer.next).toBe('done');
  });

  it.each([
    ['a person who has no password yet', 'linked@example.com'],
    ['an operator who has not signed in yet', 'boss@example.com'],
  ])('whose link was shown do not let the person who invites sign in as %s', async (_, to) => {
    if (to !== 'boss@example.com')
      await testChange(scene.sql, (change) => scene.accounts.create(change, { name: 'Theirs', email: to }));
    await using withoutMail = await scene.otherProcess(false);
    const { token } = await invite(to, withoutMail);
    const { request } = new Browser();
    expect(await withoutMail.invitations.preview(request, token)).toMatchObject({ known: true });
    const input = { token, name: 'x', password: goodPassword };
    await expect(withoutMail.invitations.accept(request, null, input)).rejects.toEqual(
      refusal('unauthorized'),
    );
    // The link stays what it was when a mail server is set later.
    await expect(scene.signIn.invitations.accept(request, null, input)).rejects.toEqual(
      refusal('unauthorized'),
    );
    await testChange(scene.sql, (change) => scene.accounts.create(change, { name: 'Own', email: to }));
    const { signed, browser } = await scene.enter(to, new Browser('203.0.113.88'));
    await withoutMail.invitations.accept(browser.request, signed.person, { token });
  });
});
