import type { Page } from 'playwright-core';
import { waitFor } from '../../server/src/processes/index.ts';
import { findings } from './visit.ts';

const widths = [1440, 768, 390];
const settling = { limitMs: 5_000, everyMs: 50 };
const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/**
 * Both themes in both directions. Every page is seen in each of them, at every width. Two of them have every theme and
 * direction once: for axe, which needs most of the time, they are enough.
 */
export const views = [
  { theme: 'light', direction: 'ltr', axe: true },
  { theme: 'light', direction: 'rtl', axe: false },
  { theme: 'dark', direction: 'ltr', axe: false },
  { theme: 'dark', direction: 'rtl', axe: true },
] as const;

/** What is wrong with the page that is shown: at each width what sticks out and what axe finds, and what the browser complained of. */
export async function lookOver(
  page: Page,
  place: string,
  complaints: string[],
  { axe }: { readonly axe: boolean },
): Promise<string[]> {
  const troubles: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
    let overflow = 0;
    // Plots follow the width of the page a moment later.
    await waitFor(async () => {
      overflow = await page.evaluate<number>(tooWide);
      return overflow > 0 ? undefined : true;
    }, settling);
    if (overflow > 0) troubles.push(`${place} at ${width} px is ${overflow} px too wide`);
    for (const finding of axe ? await findings(page) : [])
      troubles.push(`${place} at ${width} px: ${finding}`);
  }
  return [...troubles, ...complaints.splice(0).map((text) => `${place}: ${text}`)];
}
