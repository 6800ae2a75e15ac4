import { type PitchChange, parsePitch, parseRange, parseRate, parseVolume } from './prosody-values.ts';

/** The resulting pitch is `(hz ?? the voice's own) * factor + shiftHz`. */
export interface Pitch {
  readonly hz?: number;
  readonly factor: number;
  readonly shiftHz: number;
}

export type Emphasis = 'strong' | 'moderate' | 'reduced' | 'none';

export interface VoiceChoice {
  readonly name?: string;
  readonly gender?: string;
}

export interface SpeechStyle {
  /** 1 is the voice's own speed, 2 twice as fast. */
  readonly rate: number;
  readonly pitch: Pitch;
  /** How far the melody moves around its middle; 1, or left out, is the voice's own way. */
  readonly range?: number;
  /** Amplitude factor: 1 is unchanged, 0 is silent. */
  readonly volume: number;
  readonly emphasis?: Emphasis;
  readonly voice?: VoiceChoice;
  readonly lang?: string;
  readonly sayAs?: { readonly interpretAs: string; readonly format?: string };
  readonly phoneme?: { readonly alphabet: string; readonly ph: string };
  /** The words are code: they are shown, and no voice reads them. */
  readonly isCode?: true;
}

export const plainStyle: SpeechStyle = { rate: 1, pitch: { factor: 1, shiftHz: 0 }, volume: 1 };

type Attributes = ReadonlyMap<string, string>;

/** The style inside an SSML element. Missing and invalid attributes keep the outer style. */
export function styleInside(name: string, attributes: Attributes, outer: SpeechStyle): SpeechStyle {
  switch (name) {
    case 'prosody':
      return withProsody(attributes, outer);
    case 'emphasis':
      return { ...outer, emphasis: emphasisLevel(attributes.get('level')) };
    case 'voice':
      return withVoice(attributes, withLang(attributes, outer));
    case 'lang':
    case 'speak':
      return withLang(attributes, outer);
    case 'say-as': {
      const interpretAs = attributes.get('interpret-as')?.trim();
      const format = attributes.get('format')?.trim();
      if (!interpretAs) return outer;
      return { ...outer, sayAs: { interpretAs: interpretAs.toLowerCase(), ...(format ? { format } : {}) } };
    }
    case 'phoneme': {
      const ph = attributes.get('ph')?.trim();
      const alphabet = attributes.get('alphabet')?.trim().toLowerCase() || 'ipa';
      return ph ? { ...outer, phoneme: { alphabet, ph } } : outer;
    }
    default:
      return outer;
  }
}

function withProsody(attributes: Attributes, outer: SpeechStyle): SpeechStyle {
  const rate = parseRate(attributes.get('rate') ?? '');
  const pitch = parsePitch(attributes.get('pitch') ?? '');
  const volume = parseVolume(attributes.get('volume') ?? '');
  const range = parseRange(attributes.get('range') ?? '');
  return {
    ...outer,
    rate:
      rate === undefined ? outer.rate : clamp('set' in rate ? rate.set : outer.rate * rate.scale, 0.25, 4),
    pitch: pitch === undefined ? outer.pitch : changedPitch(outer.pitch, pitch),
    ...(range === undefined ? {} : { range: clamp(range, 0, 2.5) }),
    volume:
      volume === undefined
        ? outer.volume
        : clamp('set' in volume ? volume.set : outer.volume * volume.scale, 0, 4),
  };
}

function changedPitch(outer: Pitch, change: PitchChange): Pitch {
  if ('setHz' in change) return { hz: clamp(change.setHz, 20, 1000), factor: 1, shiftHz: 0 };
  if ('addHz' in change) return { ...outer, shiftHz: clamp(outer.shiftHz + change.addHz, -1000, 1000) };
  if ('set' in change) return { factor: change.set, shiftHz: 0 };
  const factor = clamp(outer.factor * change.scale, 0.25, 4);
  return { ...outer, factor, shiftHz: clamp(outer.shiftHz * change.scale, -1000, 1000) };
}

function withVoice(attributes: Attributes, outer: SpeechStyle): SpeechStyle {
  const name = attributes.get('name')?.trim();
  const gender = attributes.get('gender')?.trim().toLowerCase();
  if (!name && !gender) return outer;
  return { ...outer, voice: { ...(name ? { name } : {}), ...(gender ? { gender } : {}) } };
}

function withLang(attributes: Attributes, outer: SpeechStyle): SpeechStyle {
  const lang = (attributes.get('xml:lang') ?? attributes.get('lang') ?? attributes.get('language'))?.trim();
  return lang ? { ...outer, lang } : outer;
}

function emphasisLevel(level: string | undefined): Emphasis {
  const wanted = level?.trim().toLowerCase();
  return wanted === 'strong' || wanted === 'reduced' || wanted === 'none' ? wanted : 'moderate';
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
