import type { Page } from 'playwright-core';
import { waitFor } from '../../server/src/processes/index.ts';
import { findings } from './visit.ts';

const widths = [1440, 768, 390];
const settling = { limitMs: 5_000, everyMs: 50 };
const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/**
 * Both themes in both directions. Every page is checked in each of them, at every width. axe takes most of the time, so
 * it runs in only two of them, which cover each theme and each direction once.
 */
export const views = [
  { theme: 'light', direction: 'ltr', axe: true },
  { theme: 'light', direction: 'rtl', axe: false },
  { theme: 'dark', direction: 'ltr', axe: false },
  { theme: 'dark', direction: 'rtl', axe: true },
] as const;

/** The problems of the shown page: at each width its overflow and the findings of axe, and the browser's complaints. */
export async function checkLayout(
  page: Page,
  path: string,
  complaints: string[],
  { axe }: { readonly axe: boolean },
): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
    let overflow = 0;
    // Plots follow the width of the page a moment later.
    await waitFor(async () => {
      overflow = await page.evaluate<number>(tooWide);
      return overflow > 0 ? undefined : true;
    }, settling);
    if (overflow > 0) problems.push(`${path} at ${width} px is ${overflow} px too wide`);
    for (const finding of axe ? await findings(page) : [])
      problems.push(`${path} at ${width} px: ${finding}`);
  }
  return [...problems, ...complaints.splice(0).map((text) => `${path}: ${text}`)];
}
