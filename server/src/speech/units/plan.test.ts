import { describe, expect, it } from 'vitest';
import { fliteRules } from '../flite/flite-voice.ts';
import { readUnit } from '../flite/read-unit.ts';
import { readScript } from '../script/script.ts';
import { sentenceOf } from '../testing/collect.ts';
import { planSpeech } from './plan.ts';

const plan = (markup: string) => planSpeech(readScript(sentenceOf(markup)), 'slt', fliteRules);
const unitsOf = (markup: string) =>
  plan(markup).flatMap((step) => (step.kind === 'speech' ? [step.unit] : []));
const said = (markup: string) =>
  unitsOf(markup).map((unit) =>
    readUnit(unit)
      .map(({ name, pause }) => name + pause)
      .join(' '),
  );

describe('the plan of a sentence', () => {
  it('[SP20] starts with a short unit if the sentence allows it', () => {
    expect(said('That is a very good question, let me look it up for you, it takes a moment.')).toEqual([
      'that is a very good question,',
      'let me look it up for you, it takes a moment.',
    ]);
    expect(said('Well, that is fine.')).toEqual(['well, that is fine.']);
  });

  it('[SP20] does not cut after an abbreviation', () => {
    expect(said('I would like to ask Dr. Smith from the U.S. about it.')).toHaveLength(1);
  });

  it('[SP20] cuts text without punctuation', () => {
    const units = said('word '.repeat(100));
    expect(units.length).toBeGreaterThan(2);
    for (const unit of units) expect(unit.length).toBeLessThan(180);
  });

  it('[SP11] keeps one utterance across styles, and punctuation that a tag separates from its word', () => {
    const words = unitsOf(
      'A <prosody rate="200%">fast</prosody>, <emphasis level="strong">strong</emphasis> word.',
    ).flatMap(readUnit);
    expect(words.map(({ name, pause }) => name + pause)).toEqual(['a', 'fast,', 'strong', 'word.']);
    expect(words.map(({ durationFactor }) => durationFactor)).toEqual([1, 0.5, 1.18, 1]);
    expect(words.map(({ gain }) => gain)).toEqual([1, 1, 1.35, 1]);
  });

  it('[SP11] changes to another of its voices if the markup names one', () => {
    const voices = (markup: string) => unitsOf(markup).map(({ voice }) => voice);
    expect(
      voices('I say <voice gender="male">hello</voice> and <voice name="flite:awb">bye</voice>.'),
    ).toEqual(['slt', 'rms', 'slt', 'awb']);
    expect(voices('<voice name="en-US-Someone">hello</voice>')).toEqual(['slt']);
  });

  it('[SP27] speaks phonemes, or the words if it cannot', () => {
    const phones = (markup: string) =>
      unitsOf(markup).flatMap((unit) => readUnit(unit).map((word) => word.phones ?? word.name));
    expect(phones('<phoneme alphabet="ipa" ph="təˈmɑːtoʊ">tomato</phoneme>')).toEqual(['t ax m aa1 t ow']);
    expect(phones('<phoneme alphabet="x-arpabet" ph="T AH0 M EY1 T OW0">tomato</phoneme>')).toEqual([
      't ah m ey1 t ow',
    ]);
    expect(phones('<phoneme alphabet="x-sampa" ph="t@mA:t@U">tomato</phoneme>')).toEqual(['tomato']);
    expect(phones('<phoneme ph="!!">tomato</phoneme>')).toEqual(['tomato']);
  });

  it('[SP39] reads as `say-as` says', () => {
    expect(said('Call <say-as interpret-as="characters">ABC</say-as>, now.')).toEqual(['call a b c, now.']);
  });

  it('[SP4] keeps little of the voice’s own silence before a pause', () => {
    const steps = plan('One.<mark name="m"/><break time="500ms"/>Two.');
    expect(steps.map(({ kind }) => kind)).toEqual(['speech', 'mark', 'pause', 'speech']);
    const [one, two] = unitsOf('One.<mark name="m"/><break time="500ms"/>Two.');
    expect([one?.isFirst, one?.tailMs, two?.isFirst, two?.tailMs]).toEqual([true, 40, false, 250]);
  });
});
