import type { StepResult } from './judge-step.ts';

export type Measure = (rate: number) => Promise<StepResult>;

const growth = 1.5;
const stepsToTop = 8;
/** The search ends when the highest rate that was carried and the lowest that was not differ by less. */
const closeEnough = 1.03;
const clearlyBentShare = 0.95;
const maxSteps = 24;

/** Raises the rate until a step is not carried, then halves the gap between. Ends early if a step did. */
export async function findKnee(upTo: number, measure: Measure): Promise<void> {
  let [carried, bent]: [number, number | null] = [0, null];
  for (let step = 1; step <= maxSteps; step += 1) {
    const rate = nextRate(carried, bent, upTo);
    if (rate === null) return;
    const { outcome } = await measureSurely(rate, measure);
    if (outcome === 'carried') carried = rate;
    else if (outcome === 'bent') bent = rate;
    else return;
  }
}

/** A burst of turns at the end of a step can look like a queue that grows, so a small gap is looked at twice. */
async function measureSurely(rate: number, measure: Measure): Promise<StepResult> {
  const step = await measure(rate);
  const isDoubtful = step.outcome === 'bent' && step.answered > clearlyBentShare * step.offered;
  return isDoubtful ? await measure(rate) : step;
}

function nextRate(carried: number, bent: number | null, upTo: number): number | null {
  if (bent === null) {
    if (carried >= upTo) return null;
    return carried === 0
      ? shortened(upTo / growth ** (stepsToTop - 1))
      : Math.min(upTo, shortened(carried * growth));
  }
  if (carried === 0) return bent / 2 < minRate ? null : shortened(bent / 2);
  const middle = shortened(Math.sqrt(carried * bent));
  return bent / carried < closeEnough || middle === carried || middle === bent ? null : middle;
}

/** Slower visitors than one in ten seconds would need longer steps. */
const minRate = 0.1;
/** Three digits are as exact as a step can be. */
const shortened = (rate: number): number => Number(rate.toPrecision(3));
