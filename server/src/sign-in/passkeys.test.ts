import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testChange } from '../testing/index.ts';
import type { SignedInPerson, SignInRequest } from './index.ts';
import { Authenticator } from './testing/authenticator.ts';
import { Browser, goodPassword, type SignInScene, signInScene } from './testing/sign-in-scene.ts';

const origin = 'https://talk.example.com';
let scene: SignInScene;
beforeAll(async () => {
  scene = await signInScene(origin);
});
afterAll(() => scene[Symbol.asyncDispose]());

type Options = { challenge: string };
const optionsIn = (answer: Record<string, unknown>): Options => answer as Options;

async function withPasskey(authenticator: Authenticator) {
  const { browser, signed } = await scene.enter();
  const { settings } = scene.signIn;
  const options = optionsIn(
    browser.take(await settings.passkeyOptions({ signInRequest: browser.request, signed }, goodPassword)),
  );
  const response = authenticator.register(options);
  browser.take(
    await settings.addPasskey(
      { signInRequest: browser.request, signed },
      { name: 'Laptop', response, password: goodPassword },
    ),
  );
  return { browser, signed };
}

it('a passkey signs in without a password, and its answer works once', async () => {
  const authenticator = new Authenticator(origin);
  const { signed } = await withPasskey(authenticator);
  expect(await scene.signIn.settings.passkeys(signed)).toMatchObject([{ name: 'Laptop' }]);
  const { flow } = scene.signIn;
  const browser = new Browser();
  const options = optionsIn(browser.take(await flow.passkeyOptions(browser.request)));
  const before = browser.request;
  const answer = authenticator.authenticate(options);
  const step = browser.take(await flow.signInByPasskey(browser.request, answer));
  expect(step).toEqual({ next: 'done', personId: signed.person.id });
  expect((await scene.signed(browser)).person.email).toBe('owner@localhost');
  await expect(flow.signInByPasskey(before, answer)).rejects.toMatchObject({ code: 'link_invalid' });
});

it('a passkey without user verification does not sign in and is not added', async () => {
  const careless = new Authenticator(origin);
  const { browser, signed } = await withPasskey(careless);
  careless.verifiesUser = false;
  const { flow, settings } = scene.signIn;
  const visitor = new Browser();
  const options = optionsIn(visitor.take(await flow.passkeyOptions(visitor.request)));
  await expect(flow.signInByPasskey(visitor.request, careless.authenticate(options))).rejects.toMatchObject({
    code: 'wrong_credentials',
  });
  const another = new Authenticator(origin);
  another.verifiesUser = false;
  const adding = optionsIn(
    browser.take(await settings.passkeyOptions({ signInRequest: browser.request, signed }, goodPassword)),
  );
  const count = (await settings.passkeys(signed)).length;
  const response = another.register(adding);
  await expect(
    settings.addPasskey(
      { signInRequest: browser.request, signed },
      { name: 'No', response, password: goodPassword },
    ),
  ).rejects.toMatchObject({ message: expect.stringContaining('PIN') });
  expect(await settings.passkeys(signed)).toHaveLength(count);
});

it('a passkey that is unknown, or made for another site, does not sign in', async () => {
  const { flow } = scene.signIn;
  const browser = new Browser();
  const first = optionsIn(browser.take(await flow.passkeyOptions(browser.request)));
  await expect(
    flow.signInByPasskey(browser.request, new Authenticator(origin).authenticate(first)),
  ).rejects.toMatchObject({ code: 'wrong_credentials' });
  const elsewhere = new Authenticator('https://evil.example.com');
  const owner = await scene.enter('owner@localhost', new Browser('203.0.113.4'));
  const { settings } = scene.signIn;
  const adding = optionsIn(
    owner.browser.take(
      await settings.passkeyOptions(
        { signInRequest: owner.browser.request, signed: owner.signed },
        goodPassword,
      ),
    ),
  );
  const response = elsewhere.register(adding);
  await expect(
    settings.addPasskey(
      { signInRequest: owner.browser.request, signed: owner.signed },
      { name: 'x', response, password: goodPassword },
    ),
  ).rejects.toMatchObject({ message: 'Could not add this passkey. Try again, or use another device.' });
});

it('a person cannot remove another person’s passkey', async () => {
  const { signed } = await withPasskey(new Authenticator(origin));
  await testChange(scene.sql, (change) =>
    scene.accounts.create(change, { name: 'Theirs', email: 'other@example.com' }),
  );
  const other = await scene.enter('other@example.com', new Browser('203.0.113.5'));
  const [passkey] = await scene.signIn.settings.passkeys(signed);
  const input = { id: passkey?.id ?? '', password: goodPassword };
  await expect(
    scene.signIn.settings.removePasskey(
      { signInRequest: other.browser.request, signed: other.signed },
      input,
    ),
  ).rejects.toMatchObject({ code: 'not_found' });
});

describe('an attacker at an open browser', () => {
  const input = { name: 'Thief', response: {}, id: 'pky_any' };
  /** Every change to how a person signs in, without proof unless a password is given. */
  const changes = {
    passkeyOptions: (request, signed, password) =>
      scene.signIn.settings.passkeyOptions({ signInRequest: request, signed }, password),
    addPasskey: (request, signed, password) =>
      scene.signIn.settings.addPasskey({ signInRequest: request, signed }, { ...input, password }),
    removePasskey: (request, signed, password) =>
      scene.signIn.settings.removePasskey({ signInRequest: request, signed }, { ...input, password }),
    changePassword: (request, signed, current) =>
      scene.signIn.settings.changePassword(
        { signInRequest: request, signed },
        { current, password: 'another password' },
      ),
    beginSecondFactor: (request, signed, password) =>
      scene.signIn.settings.beginSecondFactor({ signInRequest: request, signed }, password),
    removeSecondFactor: (request, signed, password) =>
      scene.signIn.settings.removeSecondFactor({ signInRequest: request, signed }, password),
    newBackupCodes: (request, signed, password) =>
      scene.signIn.settings.newBackupCodes({ signInRequest: request, signed }, password),
  } satisfies Record<
    string,
    (request: SignInRequest, signed: SignedInPerson, password: string | undefined) => Promise<unknown>
  >;
  const names = Object.keys(changes) as (keyof typeof changes)[];

  it.each(names)('%s needs the password, or a recent sign-in if there is no password', async (name) => {
    const address = `198.51.100.${names.indexOf(name) + 1}`;
    const email = `${name.toLowerCase()}@example.com`;
    await testChange(scene.sql, (change) => scene.accounts.create(change, { name, email }));
    const { browser, signed } = await scene.enter(email, new Browser(address));
    const change = (who: SignedInPerson, password?: string) => changes[name](browser.request, who, password);
    await expect(change(signed)).rejects.toMatchObject({ code: 'invalid', field: 'password' });
    await expect(change(signed, 'a wrong password')).rejects.toMatchObject({ code: 'wrong_credentials' });
    await scene.sql`delete from credentials where person_id = ${signed.person.id}`;
    const old = { ...signed, signedInAtMs: Date.now() - 2 * 3_600_000 };
    await expect(change(old)).rejects.toMatchObject({ code: 'fresh_sign_in_needed' });
  });
});
