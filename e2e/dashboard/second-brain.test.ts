import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEndpoint } from '../../server/src/live/testing/index.ts';
import { waitFor } from '../../server/src/processes/index.ts';
import {
  pollOptions,
  type RunningService,
  startService,
  systemTool,
} from '../../server/src/testing/index.ts';
import { enterSession } from '../../server/src/testing/load/joining.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { findings, openBrowser } from '../testing/visit.ts';

describe('the second brain of an avatar in the dashboard', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('is set as a shadow, compared with the first, and promoted', async (context) => {
    await using browser = await openBrowser(systemTool(context, 'chromium'));
    await using first = await startEndpoint();
    await using second = await startEndpoint({
      CHAT: (request) => request.ok({ reply: 'We open at nine and close at six. Shall I book a table?' }),
    });
    const operator = operatorOf(service);
    const avatar = await operator.avatar({ name: 'Tried', endpointUrl: first.url });
    const params = { account: await operator.account(), avatar };
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;

    await page.goto(dashboard.at(`/avatars/${avatar}/brain`));
    await page.getByRole('radio', { name: /^Shadow/ }).click();
    await page.getByLabel('Endpoint URL of the second brain').fill(second.url);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The change applies to new sessions.').first().waitFor();

    const { wire } = await enterSession(service.url, avatar);
    wire.ready();
    // A busy machine drops copies, so the visitor asks until one has arrived.
    await waitFor(async () => {
      wire.say('When do you open?');
      await wire.listen();
      const { turns } = await operator.call('avatars.brains', { params });
      return turns.length > 0 || undefined;
    }, pollOptions);
    wire.send({ type: 'bye' });

    await page.getByRole('tab', { name: 'Compare' }).click();
    const table = page.getByRole('table', { name: 'First and second brain' });
    await table.getByText('First sentence, 95th percentile').waitFor();
    await page.getByText('We open at nine and close at six.').first().waitFor();
    await page.getByText('You said When do you open?.').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Promote' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Promote' }).click();
    await page.getByText('Promoted. New sessions get the new brain.').waitFor();
    expect(await operator.call('avatars.get', { params })).toMatchObject({
      endpointUrl: second.url,
      secondEndpointUrl: first.url,
      secondRole: 'off',
    });
    expect(dashboard.complaints).toEqual([]);
  });
});
