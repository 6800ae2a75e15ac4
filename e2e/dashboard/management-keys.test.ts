import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../testing/dashboard.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { seriousFindings } from '../testing/visit.ts';

describe('management keys in the dashboard', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

  it('are created by keyboard, shown once, work within their scopes, and are refused once revoked', async (context) => {
    const { service } = scene;
    await using dashboard = await signIn(await scene.browser(context), service, { width: 390 });
    const { page } = dashboard;
    await page.goto(dashboard.at('/management-keys'));
    await page.getByText('No management keys yet').waitFor();
    await page.getByRole('button', { name: 'Create management key' }).first().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Deployment');
    await page.keyboard.press('Enter');
    await dialog.getByText('Choose at least one scope.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Read avatars and voices' }).press('Space');
    await dialog.getByRole('combobox', { name: 'Expiry' }).click();
    await page.getByRole('option', { name: 'On a date' }).click();
    await dialog.getByLabel('Last day').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Choose today or a later day.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate<number>(tooWide)).toBe(0);
    await dialog.getByRole('combobox', { name: 'Expiry' }).click();
    await page.getByRole('option', { name: 'In 30 days' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();

    const key = (await dialog.getByLabel('Management key', { exact: true }).innerText()).trim();
    expect(key).toMatch(/^pmk_\w{40}$/);
    const example = await dialog.getByLabel('curl', { exact: true }).innerText();
    const [, url = ''] = /^curl (\S+)/.exec(example) ?? [];
    expect(example).toContain(`Bearer ${key}`);
    const use = async (method: string, body?: object) => {
      const answer = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, ...((await answer.json()) as { error?: { code: string } }) };
    };
    expect(await use('GET')).toMatchObject({ status: 200 });
    expect(await use('POST', { name: 'Refused' })).toMatchObject({
      status: 403,
      error: { code: 'scope_missing' },
    });

    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    const table = page.getByRole('table', { name: 'Management keys' });
    await table.getByText('avatars:read').waitFor();
    await table.getByText('owner@localhost').waitFor();
    await table.getByText(/^in (29|30) days$/).waitFor();
    expect(await page.content()).not.toContain(key);

    await table.getByRole('button', { name: 'Revoke Deployment' }).press('Enter');
    await page.getByRole('dialog').getByText('cannot be undone').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    await table.getByText('Revoked', { exact: true }).waitFor();
    expect(await use('GET')).toMatchObject({ status: 401, error: { code: 'unauthorized' } });
    expect(await table.getByRole('button', { name: 'Revoke Deployment' }).count()).toBe(0);

    await page.goto(dashboard.at('/audit'));
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByText('created a management key').waitFor();
    await log.getByText('revoked a management key').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});
