import type { Emphasis, SpeechStyle } from '@parley/protocol';
import { type FliteVoiceName, fliteVoices, isFliteVoice, type UnitWord } from './speech-unit.ts';

const emphasisStyles: Readonly<Record<Emphasis, { stretch: number; pitch: number; gain: number }>> = {
  strong: { stretch: 1.18, pitch: 1.12, gain: 1.35 },
  moderate: { stretch: 1.08, pitch: 1.06, gain: 1.15 },
  reduced: { stretch: 0.92, pitch: 0.96, gain: 0.8 },
  none: { stretch: 1, pitch: 1, gain: 1 },
};
const lowestHz = 60;
const highestHz = 400;

/** What a style asks of flite. */
export function wordStyle(
  style: SpeechStyle,
  voice: FliteVoiceName,
): Pick<UnitWord, 'stretch' | 'gain' | 'pitchHz'> {
  const emphasis = emphasisStyles[style.emphasis ?? 'none'];
  const own = fliteVoices[voice].pitchHz;
  const { hz = own, factor, shiftHz } = style.pitch;
  const wanted = (hz * factor + shiftHz) * emphasis.pitch;
  const isOwn = Math.abs(wanted / own - 1) < 0.01;
  return {
    stretch: emphasis.stretch / style.rate,
    gain: emphasis.gain * style.volume,
    ...(isOwn ? {} : { pitchHz: Math.min(highestHz, Math.max(lowestHz, wanted)) }),
  };
}

/** The voice inside a `voice` element, if it names one that is there. */
export function voiceInside(style: SpeechStyle, own: FliteVoiceName): FliteVoiceName {
  const name = style.voice?.name?.replace(/^flite:/, '') ?? '';
  if (isFliteVoice(name)) return name;
  const gender = style.voice?.gender;
  if (gender === undefined || gender === fliteVoices[own].gender) return own;
  return gender === 'male' ? 'rms' : gender === 'female' ? 'slt' : own;
}
