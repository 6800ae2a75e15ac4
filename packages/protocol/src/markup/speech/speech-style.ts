import { type Pitch, pitchInside, rangeOf, rateInside, volumeInside } from './prosody-values.ts';

export type Emphasis = 'strong' | 'moderate' | 'reduced' | 'none';

export interface VoiceChoice {
  readonly name?: string;
  readonly gender?: string;
}

/** How words sound, by markup or by a list of pronunciations. */
export interface StatedSounds {
  readonly alphabet: string;
  readonly ph: string;
  /** For voices that do not know the alphabet. */
  readonly respelling?: string;
  readonly isListed?: true;
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
  readonly phoneme?: StatedSounds;
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
  const value = (name: string) => attributes.get(name) ?? '';
  const range = rangeOf(value('range'));
  return {
    ...outer,
    rate: rateInside(value('rate'), outer.rate),
    pitch: pitchInside(value('pitch'), outer.pitch),
    ...(range === undefined ? {} : { range }),
    volume: volumeInside(value('volume'), outer.volume),
  };
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
