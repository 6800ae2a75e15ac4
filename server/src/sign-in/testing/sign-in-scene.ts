import { afterAll, expect } from 'vitest';
import { createAccounts } from '../../accounts/index.ts';
import { createMemoryBus } from '../../bus/index.ts';
import { createLog, createSealedBox } from '../../kernel/index.ts';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { testChange, testDatabase } from '../../testing/index.ts';
import { createSignIn, type SignInRequest } from '../index.ts';
import { cheapPasswords } from './cheap-passwords.ts';

/** A browser that keeps its cookies, as far as signing in needs it. */
export class Browser {
  readonly jar = new Map<string, string>();
  readonly address: string;

  constructor(address = '203.0.113.9') {
    this.address = address;
  }

  get request(): SignInRequest {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      cookie: cookie === '' ? undefined : cookie,
      address: this.address,
      source: this.address,
      browser: 'Test',
    };
  }

  take<T>(withCookies: { answer: T; cookies: readonly string[] }): T {
    for (const line of withCookies.cookies) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const gone = /max-age=0/i.test(line) || pair.slice(at + 1) === '';
      if (gone) this.jar.delete(pair.slice(0, at));
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return withCookies.answer;
  }
}

export const goodPassword = 'correct horse battery';

export async function signInScene(baseUrl = 'https://talk.example.com') {
  await using undo = new AsyncDisposableStack();
  const { sql } = undo.use(await testDatabase());
  const clock = manualClock();
  const bus = undo.use(createMemoryBus(clock));
  const accounts = createAccounts(sql);
  const startSignIn = (sendsMail = true) =>
    createSignIn({
      sql,
      box: createSealedBox([Buffer.alloc(32, 7)]),
      limits: bus.limits,
      topics: bus.topics,
      baseUrl,
      sendsMail,
      log: createLog('silent'),
      operatorEmails: ['boss@example.com'],
      maxAgeDays: 30,
      signInsEnded: async () => () => {},
      passwords: { cost: cheapPasswords },
    });
  const signIn = undo.use(await startSignIn());
  const account = await testChange(sql, (change) =>
    accounts.create(change, { name: 'Shop', email: 'owner@localhost' }),
  );
  const tokenIn = (url: string): string => url.split('#')[1] ?? '';
  const lastMail = async (to: string): Promise<string> => {
    const [mail] = await sql<{ body: string }[]>`
      select body from mails where recipient = ${to} order by id desc limit 1`;
    return mail?.body ?? '';
  };
  const stack = undo.move();
  return {
    sql,
    clock,
    signIn,
    /** The same service in another process, or without a mail server. */
    otherProcess: startSignIn,
    accounts,
    account,
    tokenIn,
    lastMail,
    /** Signs in a person with a password in a browser. */
    async enter(email = 'owner@localhost', browser = new Browser()) {
      const { url } = await signIn.flow.makeSignInLink(email);
      browser.take(await signIn.flow.useSignInLink(browser.request, tokenIn(url)));
      const signed = await this.signed(browser);
      if (!(await signIn.hasPassword(signed.person.id)))
        await signIn.settings.changePassword(
          { signInRequest: browser.request, signed },
          { password: goodPassword },
        );
      return { browser, signed };
    },
    async signed(browser: Browser) {
      const signed = browser.take(await signIn.findSignedIn(browser.request));
      if (signed === null) throw new Error('nobody is signed in');
      return signed;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
export type SignInScene = Awaited<ReturnType<typeof signInScene>>;

/** One scene for all tests of a file, with a new account for each test. */
export async function sharedSignInScene() {
  const scene = await signInScene();
  afterAll(() => scene[Symbol.asyncDispose]());
  let count = 0;
  return Object.assign(scene, {
    /** Returns the owner's address. The limits of earlier tests have reset. */
    async nextOwner(): Promise<string> {
      count += 1;
      // Also with a one-label host, as the first owner has.
      const email = `person${count}@localhost`;
      await testChange(scene.sql, (change) =>
        scene.accounts.create(change, { name: `Account of ${email}`, email }),
      );
      scene.clock.advance(3_600_000);
      return email;
    },
  });
}

export const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });
