import { lookPresetNames } from '@parley/face/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Heard, hear } from '../../testing/collect.ts';
import { createNaturalVoice } from '../natural-voice.ts';
import { loudnessOf, peakOf } from '../testing/loudness.ts';
import { naturalUnderTest, voiceFolderUnderTest } from '../testing/natural-under-test.ts';
import { spectralCentre } from '../testing/sound-measures.ts';
import { type PersonName, people } from './people.ts';
import { naturalSpec } from './spec.ts';

const names = Object.keys(people) as PersonName[];

describe('the twelve people', () => {
  it('[SP97] have the names of the twelve looks', () => {
    expect([...names].sort()).toEqual([...lookPresetNames].sort());
  });

  it('[SP97] differ audibly from each other in pitch or size, and in two other ways', () => {
    for (const one of names)
      for (const other of names.slice(names.indexOf(one) + 1)) {
        const [a, b] = [people[one].shape, people[other].shape];
        const pitch = Math.abs(12 * Math.log2(a.pitch / b.pitch));
        const size = Math.abs(Math.log(a.formants / b.formants));
        expect(pitch + 40 * size, `${one} and ${other}`).toBeGreaterThan(1.3);
        const ways = [
          Math.abs(Math.log(a.pace / b.pace)) > 0.02,
          Math.abs(Math.log(a.pauses / b.pauses)) > 0.04,
          Math.abs(Math.log(a.range / b.range)) > 0.05,
          Math.abs(a.breath - b.breath) >= 1,
          Math.abs(a.brightness - b.brightness) >= 0.2,
        ];
        expect(ways.filter(Boolean).length, `${one} and ${other}`).toBeGreaterThanOrEqual(2);
      }
  });
});

describe.skipIf(voiceFolderUnderTest === null)('the sound of the twelve people', () => {
  let pool: ReturnType<typeof naturalUnderTest>;
  const heard = new Map<PersonName, Heard>();
  const text =
    'The harbour of the old town is quiet, and nobody remembers who built the lighthouse by the river.';

  beforeAll(async () => {
    pool = naturalUnderTest();
    for (const name of names)
      heard.set(name, await hear(createNaturalVoice(pool, naturalSpec(name), 'acc_1'), text));
  });
  afterAll(async () => await pool[Symbol.asyncDispose]());
  const of = (name: PersonName) => heard.get(name) as Heard;

  it('[SP97] large speakers have lower resonances', () => {
    const centre = spectralCentre(of('mara'));
    const large = names.filter((name) => people[name].shape.formants < 0.92);
    expect(large.length).toBeGreaterThan(3);
    for (const name of large) expect(spectralCentre(of(name)), name).toBeLessThan(centre);
  });

  it('[SP94] all have the same loudness, within 1 LU, and no sample above -1 dBFS', () => {
    const sounds = names.map((name) => Float32Array.from(of(name).samples, (sample) => sample / 32_768));
    const levels = sounds.map((sound) => loudnessOf(sound, of('mara').sampleRate));
    for (const sound of sounds) expect(peakOf(sound)).toBeLessThanOrEqual(-1);
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(1);
  });
});
