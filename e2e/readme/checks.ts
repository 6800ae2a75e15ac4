import { connect } from 'node:net';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { visit } from '../testing/visit.ts';

/** True if something listens on the port. */
export const answersAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost')
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });

/** Opens the avatar's page and talks to the demo avatar. */
export async function checkPage(browser: Browser, url: string): Promise<void> {
  await using visited = await visit(browser, url);
  await ask(visited.page, 'What can you do?', /I can talk with you about Parley/);
  expectNone(visited.complaints);
}

/** Signs in to the dashboard by a link. */
export async function checkDashboard(browser: Browser, link: string): Promise<void> {
  await using visited = await visit(browser, link);
  const { page } = visited;
  await page.getByRole('button', { name: 'Sign in now' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expectNone(visited.complaints);
}

/** Opens the reader's own page, sees the avatar in its widget, and gets the answer of the reader's endpoint. */
export async function checkWidget(browser: Browser, url: string): Promise<void> {
  await using visited = await visit(browser, url);
  const { page } = visited;
  await page.getByRole('button', { name: 'Talk to us' }).click();
  const framed = page.frameLocator('iframe[title="Talk to us"]');
  await ask(framed, 'Good morning', /You said: Good morning/);
  await framed.locator('canvas, svg').first().waitFor();
  expectNone(visited.complaints);
}

async function ask(frame: Page | FrameLocator, question: string, answer: RegExp): Promise<void> {
  await frame.getByRole('button', { name: 'Start talking' }).click();
  await frame.getByLabel('Your message').fill(question);
  await frame.getByLabel('Your message').press('Enter');
  await frame.getByText(answer).first().waitFor();
}

function expectNone(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`);
}
