import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { seriousFindings } from '../testing/visit.ts';

const message = 'Another person has changed this';

describe('two people who edit the same thing', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('see that another person was faster, keep what they typed, and save on top of the newest values', async (context) => {
    const { service } = scene;
    const operator = operatorOf(service);
    const id = await operator.avatar({ name: 'Shared', greeting: 'Hello.', apology: 'Sorry.' });
    const params = { account: await operator.account(), avatar: id };
    await using dashboard = await signIn(await scene.browser(context), service, { width: 390 });
    const { page } = dashboard;
    await page.goto(dashboard.at(`/avatars/${id}/general`));
    await page.getByLabel('Greeting', { exact: true }).fill('Typed here.');
    await operator.call('avatars.update', {
      params,
      body: { greeting: 'By another person.', name: 'Renamed' },
    });

    await page.getByRole('button', { name: 'Save changes' }).click();
    const alert = page.getByRole('alert').filter({ hasText: message });
    await alert.waitFor();
    expect(await page.getByLabel('Greeting', { exact: true }).inputValue()).toBe('Typed here.');
    expect(await seriousFindings(page)).toEqual([]);
    expect((await operator.call('avatars.get', { params })).greeting).toBe('By another person.');

    await alert.getByRole('button', { name: 'Load the newest values' }).press('Enter');
    await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor();
    await alert.waitFor({ state: 'detached' });
    const theirs = page.getByRole('status').filter({ hasText: 'Another person has saved a different text' });
    expect(await theirs.getByText('By another person.').isVisible()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Renamed');
    expect(await page.getByLabel('Greeting', { exact: true }).inputValue()).toBe('Typed here.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The change applies to new sessions.').waitFor();
    expect(await operator.call('avatars.get', { params })).toMatchObject({
      name: 'Renamed',
      greeting: 'Typed here.',
    });
    await theirs.waitFor({ state: 'detached' });
    expect(dashboard.complaints.filter((text) => !text.includes('412'))).toEqual([]);
  });

  it('see the conflict in the account’s form, too', async (context) => {
    const { service } = scene;
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    await using dashboard = await signIn(await scene.browser(context), service);
    const { page } = dashboard;
    await page.goto(dashboard.at('/data'));
    const panel = page.getByRole('region', { name: 'Account', exact: true });
    await panel.getByLabel('Name of the account').fill('Harbour');
    await operator.call('account.update', { params, body: { name: 'Lighthouse' } });
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await panel.getByText(message).waitFor();
    await panel.getByRole('button', { name: 'Load the newest values' }).click();
    await panel.getByText(message).waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await operator.call('account.get', { params })).name).toBe('Harbour');
  });

  it('see the conflict in the dialog of a key', async (context) => {
    const { service } = scene;
    const operator = operatorOf(service);
    const account = await operator.account();
    const body = { name: 'Shop', permissions: ['read_avatars'] };
    const { id } = await operator.call('keys.create', { params: { account }, body });
    const params = { account, key: id };
    await using dashboard = await signIn(await scene.browser(context), service);
    const { page } = dashboard;
    await page.goto(dashboard.at('/keys'));
    await page.getByRole('button', { name: 'More for Shop' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Till');
    await operator.call('keys.update', { params, body: { name: 'Kiosk', origins: ['https://a.example'] } });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText(message).waitFor();
    await dialog.getByRole('button', { name: 'Load the newest values' }).click();
    await dialog.getByText('https://a.example').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Till');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Till was changed.').waitFor();
    expect(await operator.call('keys.get', { params })).toMatchObject({
      name: 'Till',
      origins: ['https://a.example'],
    });
  });

  it('see no conflict if they edited different fields: both changes are kept', async (context) => {
    const { service } = scene;
    const operator = operatorOf(service);
    const account = await operator.account();
    const body = { name: 'CRM', url: 'http://127.0.0.1:9/one' };
    const { id } = await operator.call('webhooks.create', { params: { account }, body });
    const params = { account, webhook: id };
    await using dashboard = await signIn(await scene.browser(context), service);
    const { page } = dashboard;
    await page.goto(dashboard.at(`/webhooks/${id}`));
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed here');
    await operator.call('webhooks.update', { params, body: { url: 'http://127.0.0.1:9/two' } });
    await expect
      .poll(() => page.getByRole('textbox', { name: 'URL' }).inputValue())
      .toBe('http://127.0.0.1:9/two');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed here');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. If the URL').waitFor();
    expect(await operator.call('webhooks.get', { params })).toMatchObject({
      name: 'Typed here',
      url: 'http://127.0.0.1:9/two',
    });
    expect(dashboard.complaints).toEqual([]);
  });

  it('a creation whose answer was lost is sent again and carried out once', async (context) => {
    const { service } = scene;
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    await using dashboard = await signIn(await scene.browser(context), service);
    const { page } = dashboard;
    const sent: (string | undefined)[] = [];
    const note = (request: Request) => sent.push(request.headers()['idempotency-key']);
    await page.route('**/v1/accounts/*/avatars', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      note(route.request());
      if (sent.length > 1) return await route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.goto(dashboard.at('/avatars'));
    await page.getByRole('link', { name: 'Create avatar' }).first().click();
    // The list has a field to search by name.
    await page.getByRole('heading', { name: 'New avatar', level: 1 }).waitFor();
    await page.getByLabel('Name').fill('Only one');
    await page.getByRole('button', { name: 'Create and continue' }).click();
    await page.getByText('Could not reach the service').waitFor();
    await page.getByRole('button', { name: 'Create and continue' }).click();
    await page.getByRole('heading', { name: 'Set up Only one', level: 1 }).waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatch(/^\w{32}$/);
    expect(sent[1]).toBe(sent[0]);
    const { total } = await operator.call('avatars.list', { params, query: { search: 'Only one' } });
    expect(total).toBe(1);
  });
});
