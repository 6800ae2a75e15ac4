import { afterAll, beforeAll, expect, it } from 'vitest';
import { testChange } from '../testing/index.ts';
import { Authenticator } from './testing/authenticator.ts';
import { Browser, type SignInScene, signInScene } from './testing/sign-in-scene.ts';

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
  const options = optionsIn(browser.take(await settings.passkeyOptions(browser.request)));
  browser.take(await settings.addPasskey(browser.request, 'Laptop', authenticator.register(options)));
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

it('one that does not check who uses it opens nothing and is not added', async () => {
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
  const adding = optionsIn(browser.take(await settings.passkeyOptions(browser.request)));
  const count = (await settings.passkeys(signed)).length;
  await expect(settings.addPasskey(browser.request, 'No', another.register(adding))).rejects.toThrow();
  expect(await settings.passkeys(signed)).toHaveLength(count);
});

it('one that is unknown, or made for another site, opens nothing', async () => {
  const { flow } = scene.signIn;
  const browser = new Browser();
  const first = optionsIn(browser.take(await flow.passkeyOptions(browser.request)));
  await expect(
    flow.signInByPasskey(browser.request, new Authenticator(origin).authenticate(first)),
  ).rejects.toMatchObject({ code: 'wrong_credentials' });
  const elsewhere = new Authenticator('https://evil.example.com');
  const { browser: owner } = await scene.enter('owner@localhost', new Browser('203.0.113.4'));
  const adding = optionsIn(owner.take(await scene.signIn.settings.passkeyOptions(owner.request)));
  await expect(
    scene.signIn.settings.addPasskey(owner.request, 'x', elsewhere.register(adding)),
  ).rejects.toThrow();
});

it('nobody removes another person’s passkey, and an old sign-in adds none', async () => {
  const { browser, signed } = await withPasskey(new Authenticator(origin));
  await testChange(scene.sql, (change) =>
    scene.accounts.create(change, { name: 'Theirs', email: 'other@example.com' }),
  );
  const other = await scene.enter('other@example.com', new Browser('203.0.113.5'));
  const [passkey] = await scene.signIn.settings.passkeys(signed);
  await expect(scene.signIn.settings.removePasskey(other.signed, passkey?.id ?? '')).rejects.toMatchObject({
    code: 'not_found',
  });
  await scene.sql`update sign_ins set created_at = now() - interval '2 hours' where id = ${signed.signInId}`;
  await expect(scene.signIn.settings.passkeyOptions(browser.request)).rejects.toMatchObject({
    code: 'fresh_sign_in_needed',
  });
});
