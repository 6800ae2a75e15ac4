import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCustomer } from '../testing/customer.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Scene, startScene } from '../testing/scene.ts';

describe('the preview of an avatar', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('makes a whole call, which is among the live sessions', async (context) => {
    await using customer = await startCustomer((message) => `You said ${message} and I noted it.`);
    const avatarId = await operatorOf(scene.service).avatar({
      name: 'Ada',
      endpointUrl: customer.url,
      greeting: 'Welcome, I am Ada.',
    });
    await using dashboard = await signIn(await scene.browser(context), scene.service);
    const { page } = dashboard;
    await page.goto(dashboard.at(`/avatars/${avatarId}`));
    await page.getByRole('tab', { name: 'Embed' }).click();
    await page.getByRole('button', { name: 'Start the preview' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Start talking' }).click();
    await frame.getByText('Welcome, I am Ada.').first().waitFor();
    await frame.getByLabel('Your message').fill('tides');
    await frame.getByLabel('Your message').press('Enter');
    await frame.getByText('You said tides and I noted it.').first().waitFor();
    await expect.poll(() => customer.heard.some(({ message }) => message === 'tides')).toBe(true);

    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    await page.getByRole('table', { name: 'Live' }).getByText('Ada').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});
