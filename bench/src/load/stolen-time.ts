import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

const ticksPerSecond = 100;
const stolenField = 8;
/** Of all processor time. */
const maxShare = 0.01;

/** Starts a measurement. The result tells whether other machines on the same host took processor time away during it. */
export async function watchStolenTime(): Promise<() => Promise<boolean>> {
  const [beganMs, before] = [performance.now(), await stolenTicks()];
  return async () => {
    const elapsedTicks = ((performance.now() - beganMs) / 1_000) * ticksPerSecond * availableParallelism();
    return (await stolenTicks()) - before > maxShare * elapsedTicks;
  };
}

/** Only Linux tells it. */
async function stolenTicks(): Promise<number> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  return Number(text.split('\n', 1)[0]?.trim().split(/\s+/)[stolenField] ?? 0);
}
