import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { startReceiver } from '../testing/receiver.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { visit } from '../testing/visit.ts';

describe('daily work in the dashboard', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('API keys are made, shown once, used over HTTP, disabled, refused, enabled and revoked', async (context) => {
    const { service } = scene;
    const browser = await scene.browser(context);
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;
    await page.goto(dashboard.at('/keys'));
    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Shop backend');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const key = (await dialog.getByLabel('API key', { exact: true }).innerText()).trim();
    expect(key).toMatch(/^parley_live_\w{36}$/);
    const use = async () => (await fetch(`${service.url}/avatars`, { headers: { 'x-api-key': key } })).status;
    expect(await use()).toBe(200);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    await page.getByRole('table', { name: 'API keys' }).getByText('Shop backend').waitFor();
    expect(await page.content()).not.toContain(key);

    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'More for Shop backend' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Disable');
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect(await use()).toBe(401);
    await choose('Enable');
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await use()).toBe(200);
    await choose('Revoke');
    await page.getByRole('dialog').getByText('cannot be undone').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await use()).toBe(401);

    await page.goto(dashboard.at('/audit'));
    for (const action of ['created', 'disabled', 'enabled', 'revoked']) {
      const sentence = `${action} an API key: Shop backend.`;
      await page.getByRole('table', { name: 'Audit log' }).getByText(sentence).first().waitFor();
    }
    expect(dashboard.complaints).toEqual([]);
  });

  it('sessions update by themselves, can be ended, and leave a transcript in three formats', async (context) => {
    const { service } = scene;
    const browser = await scene.browser(context);
    const operator = operatorOf(service);
    await using customer = await startCustomer(
      (message) => `About ${message}: ${'all is well. '.repeat(message === 'everything' ? 100 : 1)}`,
    );
    const avatarId = await operator.avatar({
      name: 'Watched',
      endpointUrl: customer.url,
      greeting: 'Welcome!',
    });
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;
    await page.goto(dashboard.at('/sessions'));
    await page.getByText('No live sessions right now').waitFor();

    await using visited = await visit(browser, `${service.url}/avatar/${avatarId}?micOff`);
    await visited.page.getByRole('button', { name: 'Start talking' }).click();
    const table = page.getByRole('table', { name: 'Live' });
    await table.getByText('Watched').waitFor();
    await page.getByText('1 live session').waitFor();
    await table.getByText('Connected').waitFor();
    await visited.page.getByLabel('Your message').fill('tides');
    await visited.page.keyboard.press('Enter');
    await visited.page.getByText('About tides: all is well.').first().waitFor();
    // Only what was heard is in the transcript.
    const account = await operator.account();
    const [watched] = (await operator.call('sessions.live', { params: { account } })).items;
    const params = { account, session: watched?.id ?? '' };
    await expect
      .poll(async () => JSON.stringify(await operator.call('sessions.get', { params })))
      .toContain('About tides: all is well.');
    await table.getByText('Idle').waitFor();
    await visited.page.getByLabel('Your message').fill('everything');
    await visited.page.keyboard.press('Enter');
    await table.getByText('Talking').waitFor();

    await table.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No live sessions right now').waitFor();
    await visited.page.getByText('The call has ended.').waitFor();

    await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'Past' }).click();
    await page.getByRole('table', { name: 'Past' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Session with Watched' }).waitFor();
    await page.getByText('About tides: all is well.').waitFor();
    const download = async (form: string) => {
      const waiting = page.waitForEvent('download');
      await page.getByRole('link', { name: `Download: ${form}` }).click();
      const file = await waiting;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
    };
    const text = await download('Text');
    expect(text.name).toMatch(/\.txt$/);
    expect(text.text).toContain('tides');
    const json = await download('JSON');
    expect(JSON.stringify(JSON.parse(json.text))).toContain('About tides: all is well.');
    const captions = await download('WebVTT');
    expect(captions.text.startsWith('WEBVTT')).toBe(true);
    expect(captions.text).toContain('-->');

    await page.getByRole('tab', { name: 'Turns' }).click();
    await page
      .getByText(/until the first sound/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Gateway' }).click();
    await page.getByText('CHAT').first().waitFor();
    await page.getByRole('button', { name: 'Show request and response of LOGIN' }).click();
    const request = page.getByRole('region', { name: 'Request' });
    expect(JSON.parse((await request.textContent()) ?? '')).toMatchObject({
      action: 'LOGIN',
      authToken: expect.stringMatching(/^\[hidden, \d+ characters\]$/),
    });
    expect(await page.getByRole('region', { name: 'Response' }).textContent()).toContain('"status": "OK"');
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('connection:state-changed').first().waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('webhooks fail, pause with a mail, are tested and re-enabled, and the held events arrive', async (context) => {
    const { service } = scene;
    const browser = await scene.browser(context);
    await using receiver = await startReceiver();
    const avatarId = await operatorOf(service).avatar({ name: 'Told' });
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;

    await page.goto(dashboard.at('/webhooks'));
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('CRM');
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Create' }).click();
    expect((await dialog.getByLabel('Signing secret', { exact: true }).innerText()).trim()).toMatch(
      /^whsec_[\w+/]{43}=$/,
    );
    await dialog.getByRole('button', { name: 'I have copied it' }).click();

    await page.goto(dashboard.at(`/avatars/${avatarId}/advanced`));
    await page.getByRole('combobox', { name: 'Webhook' }).click();
    await page.getByRole('option', { name: 'CRM' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The change applies to new sessions.').waitFor();

    receiver.answerWith(503);
    const join = () =>
      fetch(`${service.url}/client/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ avatarId }),
      });
    for (let visitor = 0; visitor < 21; visitor++) expect((await join()).status).toBe(200);

    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('table', { name: 'Webhooks' }).getByText('Paused').waitFor();
    expect((await join()).status).toBe(200);
    await page.getByRole('link', { name: 'CRM', exact: true }).click();
    await page.getByText(/events held/).waitFor();
    await page.getByText('Test the endpoint first. A passed test counts for five minutes.').waitFor();
    expect(await page.getByRole('button', { name: 'Re-enable' }).isDisabled()).toBe(true);

    await page.getByRole('link', { name: 'Mail outbox' }).click();
    await page.getByText(/CRM/).first().waitFor();

    await page.goBack();
    await page.getByRole('button', { name: 'Test endpoint' }).click();
    await page.getByText('The test failed.').waitFor();
    expect(await page.getByRole('button', { name: 'Re-enable' }).isDisabled()).toBe(true);
    receiver.answerWith(204);
    await page.getByRole('button', { name: 'Test endpoint' }).click();
    await page.getByText('The test passed.').waitFor();
    await page.getByRole('button', { name: 'Re-enable' }).click();
    await page.getByText('The webhook is active again. Held events are being sent.').waitFor();
    const arrived = () => receiver.taken.filter(({ name }) => name === 'connection:state-changed').length;
    // Events that failed before the pause keep the time of their next attempt. Held events come at once.
    await waitFor(async () => arrived() > 0 || undefined, pollOptions);
    expect(arrived()).toBeGreaterThan(0);

    await page.getByRole('link', { name: 'Show deliveries' }).click();
    await page.getByRole('table', { name: 'Delivery log' }).getByText('Delivered').first().waitFor();
    const [first] = receiver.taken.filter(({ name }) => name === 'connection:state-changed');
    await page.getByRole('link', { name: 'connection:state-changed' }).first().click();
    const id = await page.getByText(/^evt_/).first().innerText();
    const before = receiver.taken.filter((entry) => entry.id === id).length;
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Delivered.').waitFor();
    expect(receiver.taken.filter((entry) => entry.id === id).length).toBe(before + 1);
    expect(first).toBeDefined();
    expect(dashboard.complaints).toEqual([]);
  });
});
