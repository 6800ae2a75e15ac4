import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { type ReactScene, startReactScene } from '../testing/react-app.ts';
import { createdResources, resourcesOf } from '../testing/resource-count.ts';
import { seriousFindings } from '../testing/visit.ts';

const reply = (message: string) => `You asked about ${message}. <svc-custom-order json='{"id": 7}'/>`;

describe('the React component in an app of another origin, in StrictMode', () => {
  let scene: ReactScene;
  beforeAll(async () => {
    scene = await startReactScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('gets the token of a private avatar from the app', async (context) => {
    const operator = operatorOf(scene.service);
    const avatarId = await operator.avatar({ name: 'Vault', private: true, greeting: 'Welcome!' });
    await using visited = await scene.open(context, avatarId, 1, await operator.token(avatarId));
    const panel = visited.page.getByLabel('avatar 1', { exact: true });
    await panel.getByText('avatar: Welcome!').waitFor();
    expect(await panel.locator('[data-what=status]').textContent()).toBe('connected');
  });

  it('makes one call, answers, gives payloads to its hook, and ends the call when it unmounts', async (context) => {
    await using customer = await startCustomer(reply);
    const input = { name: 'Ada', endpointUrl: customer.url, greeting: 'Welcome!' };
    await using visited = await scene.open(context, await operatorOf(scene.service).avatar(input), 1);
    const { page } = visited;
    const panel = page.getByLabel('avatar 1', { exact: true });
    await panel.getByText('avatar: Welcome!').waitFor();
    expect(await panel.locator('[data-what=status]').textContent()).toBe('connected');
    expect(customer.heard.map(({ action, accessToken }) => [action, accessToken])).toEqual([
      ['LOGIN', 'of the visitor'],
    ]);

    await page.getByRole('button', { name: 'Ask avatar 1' }).click();
    await panel.getByText('user: tides of avatar 1').waitFor();
    await panel.locator('[data-final=true]', { hasText: 'You asked about tides of avatar 1.' }).waitFor();
    await panel.getByText('{"id":7}').waitFor();
    const speaker = page.getByRole('button', { name: 'Speaker avatar 1' });
    await speaker.click();
    expect(await speaker.getAttribute('aria-pressed')).toBe('false');
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Toggle' }).click();
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(customer.heard.filter(({ action }) => action === 'LOGIN')).toHaveLength(1);
    await page.waitForFunction('window.resources().audioContexts === 0');
    expect(await resourcesOf(page)).toMatchObject({ sockets: 0, audioContexts: 0, workers: 0, tracks: 0 });
    expect(await createdResources(page)).toMatchObject({ sockets: 1, audioContexts: 1 });
    const homes = [scene.service.url, visited.site.url].map((url) => new URL(url).host);
    expect(visited.requests.filter((url) => !homes.includes(new URL(url).host))).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('several in one app have a call and a transcript each', async (context) => {
    await using customer = await startCustomer(reply);
    const avatarId = await operatorOf(scene.service).avatar({ name: 'Twice', endpointUrl: customer.url });
    await using visited = await scene.open(context, avatarId, 2);
    const { page } = visited;
    const [first, second] = [1, 2].map((number) => page.getByLabel(`avatar ${number}`, { exact: true }));
    for (const panel of [first, second]) await panel?.getByText('connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Ask avatar 2' }).click();
    await second?.getByText('You asked about tides of avatar 2.').first().waitFor();
    expect(await first?.locator('li').count()).toBe(0);
    expect(await first?.getByText('{"id":7}').count()).toBe(0);
    expect(customer.heard.filter(({ action }) => action === 'LOGIN')).toHaveLength(2);
  });
});
