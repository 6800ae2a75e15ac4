import type { SpeechStyle } from '@parley/protocol';
import { emphasisStyles } from '../script/emphasis.ts';
import { type FliteVoiceName, fliteVoices, isFliteVoice, type UnitWord } from './speech-unit.ts';

const lowestHz = 60;
const highestHz = 400;

/** Converts a style to flite's settings for a word. */
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

/** The voice inside a `voice` element, if flite has the voice that it names. */
export function voiceInside(style: SpeechStyle, own: FliteVoiceName): FliteVoiceName {
  const name = style.voice?.name?.replace(/^flite:/, '') ?? '';
  if (isFliteVoice(name)) return name;
  const gender = style.voice?.gender;
  if (gender === undefined || gender === fliteVoices[own].gender) return own;
  return gender === 'male' ? 'rms' : gender === 'female' ? 'slt' : own;
}
