import type { SpeechStyle } from '@parley/protocol';

export const fliteRate = 16_000;

export type FliteVoice = {
  readonly gender: 'female' | 'male';
  readonly language: string;
  readonly about: string;
  /** The mean of its pitch. */
  readonly pitchHz: number;
  /** How its pitch is changed: to a mean, by a factor, or not at all. */
  readonly pitchBy: 'mean' | 'factor' | 'nothing';
  /** Makes the voices equally loud. */
  readonly gain: number;
};

export const fliteVoices = {
  slt: { gender: 'female', language: 'en-US', about: 'clear', pitchHz: 172, pitchBy: 'mean', gain: 0.75 },
  rms: { gender: 'male', language: 'en-US', about: 'deep', pitchHz: 101, pitchBy: 'nothing', gain: 1.2 },
  awb: { gender: 'male', language: 'en-GB', about: 'Scottish', pitchHz: 131, pitchBy: 'mean', gain: 1.05 },
  kal16: { gender: 'male', language: 'en-US', about: 'robotic', pitchHz: 92, pitchBy: 'factor', gain: 2.4 },
} as const satisfies Readonly<Record<string, FliteVoice>>;
export type FliteVoiceName = keyof typeof fliteVoices;

export const isFliteVoice = (name: string): name is FliteVoiceName => Object.hasOwn(fliteVoices, name);

/** The voice that a `voice` element asks for, if flite has it. */
export function requestedVoice(style: SpeechStyle, own: FliteVoiceName): FliteVoiceName {
  const name = style.voice?.name?.replace(/^flite:/, '') ?? '';
  if (isFliteVoice(name)) return name;
  const gender = style.voice?.gender;
  if (gender === undefined || gender === fliteVoices[own].gender) return own;
  return gender === 'male' ? 'rms' : gender === 'female' ? 'slt' : own;
}
