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

  it('shows the last turns of a replay that ends between two looks at its turns', async (context) => {
    const browser = await scene.browser(context);
    const operator = operatorOf(scene.service);
    const params = { account: await operator.account() };
    await using first = await startCustomer((message) => `About ${message}: all is well.`);
    await using other = await startCustomer((message) => `About ${message}: nothing is well.`);
    const avatar = await operator.avatar({ name: 'Nora', endpointUrl: first.url });
    const { run } = commandLine(() => scene.service.dataDir);
    const talk = ['talk', avatar, '--account', params.account, '--say', 'boats'];
    expect(await run(talk)).toMatchObject({ code: 0 });
    const { items } = await operator.call('sessions.list', { params, query: { avatar } });
    const sessions = items.map(({ id }) => id);
    const { id } = await operator.call('replays.create', {
      params,
      body: { sessions, endpointUrl: other.url },
    });
    const replay = { ...params, replay: id };
    await expect
      .poll(async () => (await operator.call('replays.get', { params: replay })).state)
      .toBe('done');

    await using dashboard = await signIn(browser, scene.service);
    const { page } = dashboard;
    // The page hears of the end while it waits for the turns from before the last one.
    const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [isOver, isToldSo] = [false, false];
    await page.route(`**/v1/**/replays/${id}`, async (route) => {
      const response = await route.fetch();
      const detail = await response.json();
      if (!isOver)
        return await route.fulfill({ response, json: { ...detail, state: 'running', endedAt: null } });
      await asked.promise;
      isToldSo = true;
      await route.fulfill({ response });
      told.resolve();
    });
    await page.route(`**/v1/**/replays/${id}/turns*`, async (route) => {
      if (isToldSo) return await route.continue();
      if (isOver) {
        asked.resolve();
        await told.promise;
      }
      await route.fulfill({ json: { items: [], next: null } });
    });
    await page.goto(dashboard.at(`/sessions/replays/${id}`));
    await page.getByText('No answer differs').waitFor();
    isOver = true;
    await page.getByText('Done', { exact: true }).waitFor();
    await page.getByRole('article').filter({ hasText: 'boats' }).waitFor();
  });
});
