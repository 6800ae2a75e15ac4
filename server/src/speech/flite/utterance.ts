import type { UnitTiming, UnitWord } from '../units/unit.ts';
import { isPause, visemeOfPhone } from '../visemes/arpabet.ts';
import { addViseme, roundMs } from '../visemes/timed-visemes.ts';
import type { TimedViseme } from '../voice.ts';
import type { FliteLibrary } from './flite-library.ts';
import { type FliteVoiceName, fliteVoices } from './flite-voices.ts';
import type { FliteWord } from './read-unit.ts';

/** The words of a unit, and how much of the silence before and after them is kept, in milliseconds. */
export type UnitWords = {
  readonly voice: FliteVoiceName;
  readonly words: readonly FliteWord[];
  readonly leadMs: number;
  readonly tailMs: number;
};

/** Creates the tokens that flite would have read from a text, with the style that the markup sets for each. */
export function addTokens(flite: FliteLibrary, utterance: number, unit: UnitWords): void {
  const { call } = flite;
  const relation = call.utt_relation_create(utterance, flite.literal('Token'));
  unit.words.forEach((word, index) => {
    const token = call.relation_append(relation, 0);
    flite.setText(token, 'name', word.name);
    for (const name of ['whitespace', 'prepunctuation']) {
      call.item_set_string(token, flite.literal(name), flite.literal(name === 'whitespace' ? ' ' : ''));
    }
    call.item_set_string(token, flite.literal('punc'), flite.literal(word.pause));
    // Flite skips a word whose phones are written exactly like the previous word's phones. A space makes them differ.
    if (word.phones !== undefined)
      flite.setText(token, 'phones', `${index % 2 === 0 ? '' : ' '}${word.phones}`);
    setProsody(flite, token, unit, word);
  });
}

function setProsody(flite: FliteLibrary, token: number, unit: UnitWords, word: FliteWord): void {
  const set = (name: string, value: number) => flite.call.item_set_float(token, flite.literal(name), value);
  const { pitchBy, pitchHz } = fliteVoices[unit.voice];
  if (word.durationFactor !== 1) set('local_duration_stretch', word.durationFactor);
  if (word.pitchHz === undefined) return;
  if (pitchBy === 'mean') set('local_f0_mean', word.pitchHz);
  if (pitchBy === 'factor') set('local_f0_shift', word.pitchHz / pitchHz);
}

type Phone = { readonly name: string; readonly endMs: number; readonly word: number | undefined };

type WordTime = readonly [number, number] | undefined;

export type UnitLayout = {
  readonly timing: UnitTiming;
  /** When each word begins and ends. Undefined for a word that makes no sound. */
  readonly wordTimes: readonly WordTime[];
  /** Sound before this moment is cut off. */
  readonly cutMs: number;
};

/** Computes all times of a unit. They are known before the first sample is synthesized. */
export function computeLayout(flite: FliteLibrary, utterance: number, unit: UnitWords): UnitLayout {
  const phones = phonesOf(flite, utterance);
  const first = phones.findIndex(({ name }) => !isPause(name));
  const last = phones.findLastIndex(({ name }) => !isPause(name));
  if (first === -1) return { cutMs: 0, wordTimes: [], timing: { durationMs: 0, visemes: [], words: [] } };
  const startOf = (index: number) => phones[index - 1]?.endMs ?? 0;
  const end = Math.min(phones.at(-1)?.endMs ?? 0, (phones[last]?.endMs ?? 0) + unit.tailMs);
  const cutMs = Math.max(0, Math.round(startOf(first) - unit.leadMs));
  const durationMs = Math.max(0, Math.round(end) - cutMs);
  const visemes: TimedViseme[] = [];
  const wordTimes: [number, number][] = [];
  phones.forEach(({ name, endMs, word }, index) => {
    const from = roundMs(clamp(startOf(index) - cutMs, durationMs));
    const to = roundMs(clamp(endMs - cutMs, durationMs));
    addViseme(visemes, { viseme: visemeOfPhone(name), startMs: from, durationMs: roundMs(to - from) });
    if (word !== undefined) wordTimes[word] = [wordTimes[word]?.[0] ?? from, to];
  });
  lengthen(visemes, durationMs);
  return { cutMs, wordTimes, timing: { durationMs, visemes, words: partTimes(unit.words, wordTimes) } };
}

/** When the parts of the text are heard. The words of a number stand for the same part. */
function partTimes(words: readonly FliteWord[], times: readonly WordTime[]): UnitWord[] {
  const parts: UnitWord[] = [];
  words.forEach(({ from, to }, index) => {
    const [startMs, endMs] = times[index] ?? [];
    if (startMs === undefined || endMs === undefined) return;
    const last = parts.at(-1);
    if (last?.from === from) parts[parts.length - 1] = { ...last, endMs };
    else parts.push({ from, to, startMs, endMs });
  });
  return parts;
}

/** Makes the last viseme end with the unit: rounding must not leave the mouth without a shape. */
function lengthen(visemes: TimedViseme[], untilMs: number): void {
  const last = visemes.at(-1);
  if (last !== undefined) {
    visemes[visemes.length - 1] = { ...last, durationMs: roundMs(untilMs - last.startMs) };
  }
}

const clamp = (ms: number, maxMs: number): number => Math.min(maxMs, Math.max(0, ms));

function phonesOf(flite: FliteLibrary, utterance: number): Phone[] {
  const { call } = flite;
  const words = wordsOfPhones(flite, utterance);
  const phones: Phone[] = [];
  const relation = call.utt_relation(utterance, flite.literal('Segment'));
  for (let item = call.relation_head(relation); item !== 0; item = call.item_next(item)) {
    phones.push({
      name: flite.textAt(call.item_feat_string(item, flite.literal('name'))),
      endMs: call.item_feat_float(item, flite.literal('end')) * 1_000,
      word: words.get(item),
    });
  }
  return phones;
}

/** Tokens have words, words have syllables, syllables have phones. */
function wordsOfPhones(flite: FliteLibrary, utterance: number): Map<number, number> {
  const { call } = flite;
  const words = new Map<number, number>();
  const relation = call.utt_relation(utterance, flite.literal('Token'));
  let index = 0;
  for (let token = call.relation_head(relation); token !== 0; token = call.item_next(token)) {
    for (const word of daughters(flite, token)) {
      for (const syllable of daughters(flite, call.item_as(word, flite.literal('SylStructure')))) {
        for (const phone of daughters(flite, syllable)) {
          words.set(call.item_as(phone, flite.literal('Segment')), index);
        }
      }
    }
    index += 1;
  }
  return words;
}

function* daughters({ call }: FliteLibrary, parent: number): Generator<number> {
  if (parent === 0) return;
  for (let item = call.item_daughter(parent); item !== 0; item = call.item_next(item)) yield item;
}
