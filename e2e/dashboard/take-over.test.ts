import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCustomer } from '../testing/customer.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { findings, visit } from '../testing/visit.ts';

const tooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** A page as its reader sees it: it fits, and axe finds nothing. */
async function look(page: Page, what: string): Promise<void> {
  expect({ what, findings: await findings(page), isTooWide: await page.evaluate(tooWide) }).toEqual({
    what,
    findings: [],
    isTooWide: false,
  });
}

const isFocused = (page: Page, found: Locator): Promise<void> => found.and(page.locator(':focus')).waitFor();

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, found: Locator): Promise<void> {
  await found.waitFor();
  for (let pressed = 0; pressed < 80; pressed++) {
    if ((await found.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${found}.`);
}

const answer = (message: string) =>
  message === 'refund'
    ? 'I ask a colleague. <svc-request-person reason="Wants a refund"/>'
    : `About ${message}: all is well.`;

describe('a person steps in', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
    const operator = operatorOf(scene.service);
    const params = { account: await operator.account() };
    const quickReplies = ['One moment, please.', 'A colleague will call you.'];
    await operator.call('account.update', { params, body: { quickReplies } });
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  /** An avatar, a visitor who talks to it, and a member at another page of the dashboard. */
  async function meet(context: Parameters<Scene['browser']>[0], name: string, width: number) {
    await using undo = new AsyncDisposableStack();
    const browser = await scene.browser(context);
    const customer = undo.use(await startCustomer(answer));
    const avatar = await operatorOf(scene.service).avatar({ name, endpointUrl: customer.url });
    const dashboard = undo.use(await signIn(browser, scene.service, { width }));
    await dashboard.page.goto(dashboard.at('/keys'));
    await dashboard.page.getByRole('heading', { name: 'API keys' }).first().waitFor();
    const visitor = undo.use(
      await visit(browser, `${scene.service.url}/avatar/${avatar}?micOff`, { width, height: 844 }),
    );
    await visitor.page.getByRole('button', { name: 'Start talking' }).click();
    const ask = async (words: string) => {
      await visitor.page.getByLabel('Your message').fill(words);
      await visitor.page.keyboard.press('Enter');
    };
    const kept = undo.move();
    const row = dashboard.page.getByRole('row').filter({ hasText: name });
    return { customer, dashboard, visitor, ask, row, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  }

  it.for([1280, 390])('with the mouse, at %i px', async (width, context) => {
    await using met = await meet(context, `Mara ${width}`, width);
    const { customer, dashboard, visitor, ask, row } = met;
    const { page } = dashboard;
    const log = page.getByRole('log', { name: 'Conversation' });
    const asked = () => customer.heard.flatMap(({ action, message }) => (action === 'CHAT' ? [message] : []));

    await ask('refund');
    await page.getByText('asks for a person').first().waitFor();
    await page.getByText('Wants a refund').first().waitFor();
    await look(page, 'a request, on another page');
    await page.goto(dashboard.at('/sessions'));
    await row.getByText(/waiting for/).waitFor();
    await look(page, 'the list with a request');
    await row.getByRole('link').first().click();

    await log.getByText('I ask a colleague.').waitFor();
    await ask('tides');
    await log.getByText('About tides: all is well.').waitFor();
    await page.getByText('The brain answers', { exact: true }).waitFor();
    await look(page, 'watching');

    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('You answer').waitFor();
    await visitor.page.getByText('A person is answering').first().waitFor();
    await ask('boats');
    await log.getByText('boats').waitFor();
    await page.getByRole('button', { name: 'Quick replies' }).click();
    await page.getByRole('menuitem', { name: 'One moment, please.' }).click();
    await page.getByText('Thinking', { exact: true }).waitFor();
    await look(page, 'a message before it is sent');
    await page.getByRole('button', { name: 'Send' }).click();
    await visitor.page.getByText('One moment, please.').first().waitFor();
    await log.getByRole('listitem').filter({ hasText: 'One moment, please.' }).getByText('said').waitFor();
    await look(page, 'answering');
    await look(visitor.page, 'the visitor’s page');
    expect(asked()).toEqual(['refund', 'tides']);

    await ask('and gulls');
    await log.getByText('and gulls').waitFor();
    await page.getByRole('button', { name: 'Hand back' }).click();
    await page.getByText('The brain answers', { exact: true }).waitFor();
    await visitor.page.getByText('About and gulls: all is well.').first().waitFor();
    await log.getByText('About and gulls: all is well.').waitFor();
    expect(asked()).toEqual(['refund', 'tides', 'and gulls']);
    await look(page, 'handed back');

    await page.getByRole('tab', { name: 'Transcript' }).click();
    const transcript = page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .filter({ hasText: 'One moment, please.' });
    await transcript.getByText(/^owner.*a person/).waitFor();
    await visitor.page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('alert').getByText('The session has ended').waitFor();
    await look(page, 'the end');
    expect([...dashboard.complaints, ...visitor.complaints]).toEqual([]);
  });

  it('through a reload and a lost connection', async (context) => {
    await using met = await meet(context, 'Lost', 1280);
    const { dashboard, visitor, ask, row } = met;
    const { page } = dashboard;
    await page.goto(dashboard.at('/sessions'));
    await row.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('You answer').waitFor();
    await page.reload();
    await page.getByText('You answer').waitFor();
    const field = page.getByRole('textbox', { name: 'Message to the visitor' });
    await field.fill('I am still here');
    await dashboard.context.setOffline(true);
    await page.getByRole('alert').getByText('the brain answers the visitor again').waitFor();
    await look(page, 'the connection is lost');
    await visitor.page.locator('#answering').waitFor({ state: 'hidden' });
    await ask('tides');
    await visitor.page.getByText('About tides: all is well.').first().waitFor();
    await dashboard.context.setOffline(false);
    await page.getByRole('alert').getByText('Handed back: the connection was lost').waitFor();
    await page.getByRole('log').getByText('About tides: all is well.').waitFor();
    await look(page, 'handed back by a lost connection');
    await page.getByRole('button', { name: 'Take over' }).click();
    expect(await field.inputValue()).toBe('I am still here');
  });

  it('by keyboard alone', async (context) => {
    await using met = await meet(context, 'Keys', 1280);
    const { dashboard, visitor, ask, row } = met;
    const { page } = dashboard;
    await page.goto(dashboard.at('/sessions'));
    await tabTo(page, row.getByRole('link').first());
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('checkbox', { name: /reply in progress/ }));
    await page.keyboard.press('Space');
    await ask('tides');
    const take = page.getByRole('button', { name: 'Take over' });
    await page.keyboard.press('Shift+Tab');
    await isFocused(page, take);
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Message to the visitor' });
    await isFocused(page, field);
    await page.keyboard.press('/');
    await isFocused(page, page.getByRole('menuitem').first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await isFocused(page, field);
    expect(await field.inputValue()).toBe('A colleague will call you.');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Goodbye!');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('');
    await visitor.page.getByText('Goodbye!').first().waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Hand back' }));
    await page.keyboard.press('Enter');
    await page.getByText('The brain answers', { exact: true }).waitFor();
    await isFocused(page, take);
    expect(dashboard.complaints).toEqual([]);
  });
});
