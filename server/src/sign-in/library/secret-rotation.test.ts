import { expect, it } from 'vitest';
import { testChange } from '../../testing/index.ts';
import { Browser, goodPassword, sharedSignInScene } from '../testing/sign-in-scene.ts';
import { totpCode } from '../testing/totp.ts';

const scene = await sharedSignInScene();

it('a new sign-in secret signs everybody out, and people keep their second factors', async () => {
  const email = await scene.nextOwner();
  const { flow, settings } = scene.signIn;
  const { browser, signed } = await scene.enter(email);
  const begun = browser.take(
    await settings.beginSecondFactor({ signInRequest: browser.request, signed }, goodPassword),
  );
  browser.take(
    await settings.confirmSecondFactor({ signInRequest: browser.request, signed }, totpCode(begun.uri)),
  );
  const stored = () => scene.sql`select secret, backup_codes, value from second_factors, installation
    where person_id = ${signed.person.id} and installation.name = 'sign-in-secret'`;
  const before = await stored();
  expect((await scene.signIn.findSignedIn(browser.request)).answer).not.toBeNull();

  await testChange(scene.sql, (change) => scene.signIn.rotateSecret(change));

  const after = await stored();
  for (const name of ['secret', 'backup_codes', 'value'])
    expect(after[0]?.[name]).not.toBe(before[0]?.[name]);
  expect((await scene.signIn.findSignedIn(browser.request)).answer).toBeNull();
  const signInAgain = async (kind: 'totp' | 'backup-code', code: string) => {
    const again = new Browser();
    expect(again.take(await flow.signIn(again.request, email, goodPassword)).next).toBe('second-factor');
    return again.take(await flow.secondFactor(again.request, kind, code)).next;
  };
  expect(await signInAgain('totp', totpCode(begun.uri, Date.now() + 30_000))).toBe('done');
  expect(await signInAgain('backup-code', begun.backupCodes[0] ?? '')).toBe('done');
});

it('another process hears of the new secret, and may be the next to rotate it', async () => {
  await using other = await scene.otherProcess();
  await testChange(scene.sql, (change) => scene.signIn.rotateSecret(change));
  const { browser } = await scene.enter(await scene.nextOwner());
  await expect.poll(async () => (await other.findSignedIn(browser.request)).answer).not.toBeNull();
  await testChange(scene.sql, (change) => other.rotateSecret(change));
  await expect.poll(() => scene.signIn.findSignedIn(browser.request)).toMatchObject({ answer: null });
  // Whoever signs in before the first process hears of it has to sign in again.
  const signedInAgain = async () => {
    const again = await scene.enter(await scene.nextOwner()).catch(() => null);
    return again && (await other.findSignedIn(again.browser.request)).answer;
  };
  await expect.poll(signedInAgain).not.toBeNull();
});

it('a rotation that is rolled back changes nothing', async () => {
  const email = await scene.nextOwner();
  const { browser } = await scene.enter(email);
  const failing = testChange(scene.sql, async (change) => {
    await scene.signIn.rotateSecret(change);
    throw new Error('too late');
  });
  await expect(failing).rejects.toThrow('too late');
  expect((await scene.signIn.findSignedIn(browser.request)).answer).not.toBeNull();
});
