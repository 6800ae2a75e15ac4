import type { Page } from 'playwright-core';

/**
 * Measures the sound that the page sends to the loudspeakers: every node that is connected to a context's destination
 * is also connected to a meter.
 */
export const meterScript = `
  window.loudness = [];
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof AudioDestinationNode) {
      const meter = this.context.createAnalyser();
      const samples = new Float32Array(meter.fftSize);
      connect.call(this, meter);
      setInterval(() => {
        meter.getFloatTimeDomainData(samples);
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
        window.loudness.push({ at: performance.now(), level: Math.sqrt(power) });
      }, 20);
    }
    return connect.call(this, target, ...rest);
  };
`;

export type Loudness = { readonly at: number; readonly level: number };

export const loudnessOf = (page: Page): Promise<Loudness[]> => page.evaluate<Loudness[]>('window.loudness');
export const isLoud = ({ level }: Loudness): boolean => level > 0.01;

/** A page that is busy with drawing measures less often, so times are counted and not measurements. */
export const loudMsOf = (found: readonly Loudness[]): number =>
  found.reduce((sum, one, index) => {
    const untilNextMs = (found[index + 1]?.at ?? one.at) - one.at;
    return isLoud(one) ? sum + Math.min(untilNextMs, 250) : sum;
  }, 0);
