import type { Browser, Page } from 'playwright-core';
import type { RunningService } from '../../server/src/testing/index.ts';
import { operatorOf } from './operator.ts';
import { fewFrames, newContext } from './visit.ts';

export type Theme = 'light' | 'dark';

/** Faces are pictures: a test of pages needs no 3D, and drawing it in software would slow everything else down. */
const withoutWebgl = `
  const original = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return String(kind).startsWith('webgl') ? null : original.call(this, kind, ...rest);
  };`;
const rightToLeft =
  "document.addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl'; })";
const watchPolicy =
  "document.addEventListener('securitypolicyviolation', (e) => console.error('csp', e.violatedDirective, e.blockedURI))";

export const signInLink = async (service: RunningService, email: string): Promise<URL> => {
  const { url } = await operatorOf(service).call('signInLinks.create', { body: { email } });
  return new URL(url);
};

export type View = {
  readonly width?: number;
  readonly theme?: Theme;
  readonly direction?: 'ltr' | 'rtl';
  readonly webgl?: boolean;
  /** Whether faces move as smoothly as for a person. */
  readonly allFrames?: boolean;
};

/** A separate browser for one person. Its complaints are collected. */
export async function openDashboard(browser: Browser, options: View = {}) {
  const { width = 1440, theme = 'light', direction = 'ltr', webgl = false, allFrames = true } = options;
  const context = await newContext(browser, {
    viewport: { width, height: width > 1000 ? 900 : 844 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  await context.addInitScript(watchPolicy);
  if (!webgl) await context.addInitScript(withoutWebgl);
  if (!allFrames) await context.addInitScript(fewFrames);
  if (direction === 'rtl') await context.addInitScript(rightToLeft);
  const complaints: string[] = [];
  const watch = (page: Page): Page => {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    return page;
  };
  context.on('page', watch);
  const page = await context.newPage();
  return { context, page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

export type DashboardWindow = Awaited<ReturnType<typeof openDashboard>>;

/** A person who signed in by a link, at the dashboard's own address. */
export async function signIn(
  browser: Browser,
  service: RunningService,
  options: View & { email?: string } = {},
) {
  const dashboard = await openDashboard(browser, options);
  const link = await signInLink(service, options.email ?? 'owner@localhost');
  await dashboard.page.goto(link.href);
  await dashboard.page.getByRole('button', { name: 'Sign in now' }).click();
  await dashboard.page.getByRole('heading', { name: 'Overview' }).waitFor();
  const home = `${link.origin}/dashboard`;
  const me = await dashboard.page.evaluate<{ accounts: { id: string }[] }>(
    "fetch('/v1/me').then((answer) => answer.json())",
  );
  const account = me.accounts[0]?.id ?? '';
  return { ...dashboard, home, account, at: (path: string) => `${home}/${account}${path}` };
}
