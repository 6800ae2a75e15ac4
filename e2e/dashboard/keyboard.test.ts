import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Scene, startScene } from '../testing/scene.ts';

const isFocused = (found: Locator, page: Page): Promise<void> => found.and(page.locator(':focus')).waitFor();

/** Neither Esc nor a press outside discards what the dialog shows. Its button does. */
async function closeDeliberately(page: Page, label: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.getByLabel(label, { exact: true }).innerText()).trim();
  await isFocused(dialog.getByRole('button', { name: `Copy ${label}` }), page);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
  expect(await dialog.innerText()).toContain(secret);
  await dialog.getByRole('button', { name: 'I have copied it' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

describe('the dashboard by keyboard', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('keeps a secret until its button is pressed, and the focus at the opener or at the heading', async (context) => {
    await using dashboard = await signIn(await scene.browser(context), scene.service);
    const { page } = dashboard;
    const dialog = page.getByRole('dialog');
    await page.goto(dashboard.at('/members'));
    const invite = page.getByRole('button', { name: 'Invite', exact: true });
    for (const name of ['ada', 'grace']) {
      await invite.press('Enter');
      await isFocused(dialog.getByLabel('E-mail address'), page);
      await page.keyboard.type(`${name}@example.com`);
      await page.keyboard.press('Enter');
      expect(await closeDeliberately(page, 'Invitation link')).toMatch(/\/dashboard\/invitation#\S+$/);
      await isFocused(invite, page);
    }
    const row = page.getByRole('row', { name: /ada@example\.com/ });
    await row.getByRole('button', { name: 'New link' }).press('Enter');
    await closeDeliberately(page, 'Invitation link');
    await isFocused(row.getByRole('button', { name: 'New link' }), page);
    await row.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    await isFocused(page.getByRole('heading', { name: 'Open invitations' }), page);

    await page.goto(dashboard.at('/keys'));
    const create = page.getByRole('button', { name: 'Create key' }).first();
    await create.press('Enter');
    await isFocused(dialog.getByLabel('Name'), page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await isFocused(create, page);
    expect(dashboard.complaints).toEqual([]);
  });

  it('stays on the form after saving, and at the menu of a row after a question', async (context) => {
    const operator = operatorOf(scene.service);
    const params = { account: await operator.account() };
    const avatar = await operator.avatar({ name: 'Saved' });
    const body = { name: 'Kept', permissions: ['read_avatars'] };
    await operator.call('keys.create', { params, body });
    await using dashboard = await signIn(await scene.browser(context), scene.service);
    const { page } = dashboard;
    await page.goto(dashboard.at(`/avatars/${avatar}/general`));
    await page.getByLabel('Greeting', { exact: true }).fill('Good day!');
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.press('Enter');
    await save.waitFor({ state: 'detached' });
    await page.locator('main form :focus').waitFor();

    await page.goto(dashboard.at('/keys'));
    const menu = page.getByRole('button', { name: 'More for Kept' });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Revoke' }).press('Enter');
    await page.getByRole('dialog').getByText('cannot be undone').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await isFocused(menu, page);
    expect(dashboard.complaints).toEqual([]);
  });

  it('has the profile menu in view on a low screen', async (context) => {
    await using dashboard = await signIn(await scene.browser(context), scene.service);
    const { page } = dashboard;
    for (const height of [800, 640]) {
      await page.setViewportSize({ width: 1280, height });
      const profile = await page.getByRole('button', { name: /Signed in as/ }).boundingBox();
      expect((profile?.y ?? height) + (profile?.height ?? 0)).toBeLessThanOrEqual(height);
      const last = page.getByRole('navigation').getByRole('link').last();
      await last.scrollIntoViewIfNeeded();
      const box = await last.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(profile?.y ?? 0);
    }
  });
});
