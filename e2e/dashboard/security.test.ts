import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../../server/src/sign-in/testing/totp.ts';
import { type RunningService, startService, systemTool } from '../../server/src/testing/index.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { openBrowser, seriousFindings } from '../testing/visit.ts';

const password = 'a sentence of some length';

describe('how people sign in', () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  const signOut = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };

  it('a second factor is set up with its QR code, asked for, and replaced by a backup code once', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;
    await page.getByRole('link', { name: 'Set a password' }).click();
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Repeat the new password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('The password was changed.').waitFor();

    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const secret = (await dialog.getByLabel('Key, if you cannot scan', { exact: true }).innerText()).trim();
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    // The error is beside its field.
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(totpCode(`otpauth://totp/x?secret=${secret}`));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = (await dialog.getByLabel('Backup codes', { exact: true }).innerText()).trim().split(/\s+/);
    expect(codes.length).toBeGreaterThan(4);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();

    const enter = async (code: string): Promise<void> => {
      await page.getByLabel('E-mail address').fill('owner@localhost');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Second step' }).waitFor();
      await page.getByRole('button', { name: 'Use a backup code instead' }).click();
      await page.getByLabel('Backup code').fill(code);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await signOut(page);
    await enter(codes[0] ?? '');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await signOut(page);
    await enter(codes[0] ?? '');
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
  });

  it('a passkey of the device signs in without a password', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    await using dashboard = await signIn(browser, service, { email: await anotherPerson(service) });
    const { page } = dashboard;
    const debug = await dashboard.context.newCDPSession(page);
    await debug.send('WebAuthn.enable');
    await debug.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByRole('link', { name: 'Set a password' }).click();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey was added.').waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});

async function anotherPerson(service: RunningService): Promise<string> {
  const email = 'key@example.com';
  await operatorOf(service).call('accounts.create', { body: { name: 'Keyed', email } });
  return email;
}
