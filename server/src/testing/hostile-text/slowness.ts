import { processorMs } from './processor-time.ts';
import { hostileTexts } from './texts.ts';

const [small, large] = [4 * 1_024, 32 * 1_024];
/** A faster reader cannot hurt, and its times are too short to compare. */
const negligibleMs = 16;
/** Every reader needs less than a tenth of it. Slowness that is bounded, as within a line, does not grow but shows here. */
const maxMs = 500;
/** How much faster than the text the work may grow. If it grows with the square of the text, this is eight. */
const maxGrowth = 3;

const maxTries = 8;

const smallTexts = hostileTexts(small);
const largeTexts = hostileTexts(large);

/** What is wrong with the work that a reader has with 32 KiB of this text; null if nothing is. */
export function slownessOf(read: (text: string) => unknown, name: string): string | null {
  const workOn = (text: string) => () => {
    try {
      read(text);
    } catch {}
  };
  const workOnLarge = workOn(largeTexts.get(name) ?? '');
  const workOnSmall = workOn(smallTexts.get(name) ?? '');
  let largeMs = Number.POSITIVE_INFINITY;
  let growth = Number.POSITIVE_INFINITY;
  // Collecting garbage counts, too, and may fall into one of the runs. Work that grows too fast does so every time.
  for (let tries = 0; tries < maxTries; tries++) {
    largeMs = Math.min(largeMs, processorMs(workOnLarge, 1));
    if (largeMs < negligibleMs) return null;
    growth = Math.min(growth, largeMs / processorMs(workOnSmall, 3) / (large / small));
    if (largeMs <= maxMs && growth <= maxGrowth) return null;
  }
  return largeMs > maxMs
    ? `${name}: ${Math.round(largeMs)} ms of work for 32 KiB`
    : `${name}: the work grows ${growth.toFixed(1)} times as fast as the text`;
}
