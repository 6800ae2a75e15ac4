import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../server/src/cli/testing/command-line.ts';
import { startCustomer } from '../testing/customer.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { findings } from '../testing/visit.ts';

describe('another brain', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('is tried on a session, compared turn by turn, and the replay is deleted', async (context) => {
    const browser = await scene.browser(context);
    const operator = operatorOf(scene.service);
    const params = { account: await operator.account() };
    await using first = await startCustomer((message) => `About ${message}: all is well.`);
    await using other = await startCustomer((message) =>
      message === 'tides' ? 'About tides: nothing is well. <chart/>' : `About ${message}: all is well.`,
    );
    const avatar = await operator.avatar({ name: 'Mara', endpointUrl: first.url });
    const { run } = commandLine(() => scene.service.dataDir);
    const talk = ['talk', avatar, '--account', params.account, '--say', 'boats', '--say', 'tides'];
    expect(await run(talk)).toMatchObject({ code: 0 });
    const { items } = await operator.call('sessions.list', { params, query: { avatar } });

    await using dashboard = await signIn(browser, scene.service);
    const { page } = dashboard;
    await page.goto(dashboard.at(`/sessions/${items[0]?.id}`));
    await page.getByRole('button', { name: 'Try another brain' }).click();
    await page.getByLabel('Endpoint URL').fill(other.url);
    await page.getByRole('button', { name: 'Start the replay' }).click();

    await page.getByText('1 of 1 sessions played').waitFor();
    const turn = page.getByRole('article').filter({ hasText: 'tides' });
    await turn.locator('ins', { hasText: 'nothing' }).waitFor();
    expect(await turn.locator('del').allInnerTexts()).toEqual([expect.stringContaining('all')]);
    expect(await turn.locator('ins', { hasText: '<chart>' }).count()).toBe(1);
    expect(await page.getByRole('article').count()).toBe(1);
    expect(await findings(page)).toEqual([]);
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('article').filter({ hasText: 'boats' }).getByText('Same').waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No replays yet').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});
