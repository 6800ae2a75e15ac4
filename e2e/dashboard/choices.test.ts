import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { seriousFindings } from '../testing/visit.ts';

describe('choices in the dashboard', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const newWebhook = async (receiver: Receiver, name: string) => {
    const operator = operatorOf(scene.service);
    const params = { account: await operator.account() };
    const { id } = await operator.call('webhooks.create', { params, body: { name, url: receiver.url } });
    const avatarId = await operator.avatar({ name: `Avatar of ${name}`, webhookId: id });
    const join = async () => {
      const answer = await fetch(`${scene.service.url}/client/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ avatarId }),
      });
      expect(answer.status).toBe(200);
    };
    return { id, join };
  };
  const arrived = (receiver: Receiver) =>
    receiver.taken.filter(({ name }) => name === 'connection:state-changed').length;

  it('a webhook gets only the events that were chosen for it', async (context) => {
    const browser = await scene.browser(context);
    await using receiver = await startReceiver();
    const { id, join } = await newWebhook(receiver, 'Chooser');
    await using dashboard = await signIn(browser, scene.service);
    const { page } = dashboard;
    await page.goto(dashboard.at(`/webhooks/${id}`));
    const events = page.getByRole('group', { name: 'Events', exact: true });
    expect(await events.getByRole('radio', { name: 'All events' }).isChecked()).toBe(true);
    const save = page.getByRole('button', { name: 'Save changes' });

    await events.getByRole('radio', { name: 'Only these' }).check();
    await save.click();
    await events.getByText('Choose at least one event.').waitFor();
    await events.getByRole('group', { name: 'Extended events' }).waitFor();
    await events.getByRole('checkbox', { name: 'agent:error' }).check();
    expect(await seriousFindings(page)).toEqual([]);
    await save.click();
    await page.getByText('Saved. If the URL').waitFor();
    await join();
    await page.reload();
    expect(await events.getByRole('checkbox', { name: 'agent:error' }).isChecked()).toBe(true);

    await events.getByRole('checkbox', { name: 'connection:state-changed' }).check();
    await save.click();
    await page.getByText('Saved. If the URL').waitFor();
    await join();
    await waitFor(async () => arrived(receiver) > 0 || undefined, pollOptions);
    expect(arrived(receiver)).toBe(1);
    await page.goto(dashboard.at('/webhooks'));
    await page.getByRole('row', { name: 'Chooser' }).getByText('2 events').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('a webhook is paused by hand, holds events, and is re-enabled without a test', async (context) => {
    const browser = await scene.browser(context);
    await using receiver = await startReceiver();
    const { id, join } = await newWebhook(receiver, 'Sleeper');
    await using dashboard = await signIn(browser, scene.service);
    const { page } = dashboard;
    await page.goto(dashboard.at(`/webhooks/${id}`));
    await page.getByRole('button', { name: 'Pause' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause Sleeper?' });
    await dialog.getByText('none is lost').waitFor();
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('A person paused it.').waitFor();
    await join();
    await page.getByText('1 event held').waitFor();
    expect(arrived(receiver)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Re-enable' }).click();
    await page.getByText('The webhook is active again. Held events are being sent.').waitFor();
    await waitFor(async () => arrived(receiver) === 1 || undefined, pollOptions);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.goto(dashboard.at('/audit'));
    await page.getByRole('table', { name: 'Audit log' }).getByText('paused a webhook').first().waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('a key gets another name, permission and origin, and stays the same key', async (context) => {
    const { service } = scene;
    const browser = await scene.browser(context);
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;
    await page.goto(dashboard.at('/keys'));
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const creating = page.getByRole('dialog');
    await creating.getByLabel('Name').fill('Shop');
    await creating.getByRole('button', { name: 'Create' }).click();
    const key = (await creating.getByLabel('API key', { exact: true }).innerText()).trim();
    await creating.getByRole('button', { name: 'I have copied it' }).click();
    const use = async () => (await fetch(`${service.url}/events`, { headers: { 'x-api-key': key } })).status;
    expect(await use()).toBe(403);

    await page.getByRole('button', { name: 'More for Shop' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Shop' });
    await dialog.getByLabel('Name').fill('Till');
    await dialog.getByRole('checkbox', { name: 'Read events' }).check();
    await dialog.getByLabel('Allowed origins').fill('nowhere');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText(/is not an origin/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog
      .getByText('nowhere', { exact: true })
      .locator('..')
      .getByRole('button', { includeHidden: true })
      .click();
    await dialog.getByLabel('Allowed origins').fill('https://till.example.com');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Till was changed.').waitFor();
    await page.getByRole('row', { name: 'Till' }).getByText('1 origin').waitFor();
    expect(await use()).toBe(200);
    expect(dashboard.complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });
});
