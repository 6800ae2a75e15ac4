import type { SpeechStyle } from '@parley/protocol';
import { emphasisStyles } from '../script/emphasis.ts';
import type { StyleSpan } from './unit.ts';

const lowestHz = 60;
const highestHz = 420;

/** Converts a style to factors of the voice's normal rate, pitch, range and loudness. */
export function styleFactors(
  style: SpeechStyle,
  ownHz: number,
): Pick<StyleSpan, 'rate' | 'pitch' | 'range' | 'gain'> {
  const emphasis = emphasisStyles[style.emphasis ?? 'none'];
  const { hz = ownHz, factor, shiftHz } = style.pitch;
  const wantedHz = Math.min(highestHz, Math.max(lowestHz, (hz * factor + shiftHz) * emphasis.pitch));
  return {
    rate: style.rate / emphasis.duration,
    pitch: wantedHz / ownHz,
    range: style.range ?? 1,
    gain: style.volume * emphasis.gain,
  };
}

const plain: StyleSpan = { from: 0, to: 0, rate: 1, pitch: 1, range: 1, gain: 1 };

export const styleAt = (spans: readonly StyleSpan[], position: number): StyleSpan =>
  spans.find(({ from, to }) => position >= from && position < to) ?? plain;

export const isUnchanged = ({ rate, pitch, range, gain }: ReturnType<typeof styleFactors>): boolean =>
  [rate, pitch, range, gain].every((factor) => Math.abs(factor - 1) < 0.01);
