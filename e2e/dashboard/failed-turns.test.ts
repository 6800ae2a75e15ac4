import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { findings, visit } from '../testing/visit.ts';

describe('a turn that failed', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('is found from the overview, and its session says why in a sentence', async (context) => {
    const browser = await scene.browser(context);
    const operator = operatorOf(scene.service);
    const params = { account: await operator.account() };
    const avatar = await operator.avatar({ name: 'Without a brain' });
    {
      await using visited = await visit(browser, `${scene.service.url}/avatar/${avatar}?micOff`);
      await visited.page.getByRole('button', { name: 'Start talking' }).click();
      await visited.page.getByLabel('Your message').fill('Hello?');
      await visited.page.keyboard.press('Enter');
      await waitFor(async () => {
        const { items } = await operator.call('sessions.list', { params, query: { failed: true } });
        return items.find(({ failedTurns }) => failedTurns === 1);
      }, pollOptions);
      await visited.page.getByRole('button', { name: 'Hang up' }).click();
      await visited.page.getByText('The call has ended.').waitFor();
    }
    await waitFor(async () => {
      const { totals } = await operator.call('overview.get', { params });
      return totals.failedTurns === 1 || undefined;
    }, pollOptions);

    await using dashboard = await signIn(browser, scene.service);
    const { page } = dashboard;
    await page.getByRole('link', { name: '1 failed' }).first().click();
    const table = page.getByRole('table', { name: 'Past' });
    await table.getByText('Without a brain').waitFor();
    expect(new URL(page.url()).searchParams.get('turns')).toBe('failed');
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Sessions' }).inputValue())
      .toBe('With failures');
    await table.getByRole('link', { name: '1 failed turn' }).click();

    const turn = page.getByRole('article', { name: 'Turn 1' });
    await turn.getByText(/^This avatar has no/).waitFor();
    expect(await turn.innerText()).not.toContain('{');
    await turn.locator('summary').click();
    await turn.getByLabel('Details', { exact: true }).getByText('{').waitFor();
    expect(await findings(page)).toEqual([]);
    expect(dashboard.complaints).toEqual([]);
  });
});
