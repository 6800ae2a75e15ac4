import { beforeAll, describe, expect, it } from 'vitest';
import { loadOnnxRuntime } from '../model/onnx-runtime.ts';
import { loadVoiceModel, type VoiceModel } from '../model/voice-model.ts';
import { type PersonName, people } from '../people/people.ts';
import { naturalSetup } from '../setup.ts';
import { voiceFolderUnderTest } from '../testing/natural-under-test.ts';
import { voiceFilesIn } from '../voice-files.ts';
import { layOutClause } from './clause-layout.ts';
import { isList, isYesNoQuestion, modelHz, shapePitch } from './melody.ts';

const semitones = (hz: number, from: number) => 12 * Math.log2(hz / from);

describe('the melody', () => {
  it('[SP96] changes its centre and its range, and leaves voiceless sounds as they are', () => {
    expect(shapePitch(0.5, { pitch: 1.5, range: 1 })).toBe(0);
    expect(shapePitch(modelHz, { pitch: 0.5, range: 2 })).toBeCloseTo(modelHz / 2);
    const wide = shapePitch(modelHz * 2 ** (3 / 12), { pitch: 1, range: 2 });
    expect(semitones(wide, modelHz)).toBeCloseTo(6);
  });

  it.each([
    ['Do you know him?', true],
    ['And is it far?', true],
    ['What is it?', false],
    ['So, where’s the door?', false],
    ['How are you?', false],
    ['At what time would you like to come?', false],
    ['Thank you, and for how many people?', false],
    ['What would you like, tea or coffee?', false],
    ['When you arrive, do you need a taxi?', true],
    ['The key is here, isn’t it?', true],
    ['You know what I mean, right?', true],
  ])('[SP98] %s', (text, expected) => {
    expect(isYesNoQuestion(text)).toBe(expected);
  });
});

it.each([
  ['We have apples, pears and plums.', true],
  ['Bring a coat, an umbrella, and good shoes.', true],
  ['Call us on Monday, on Tuesday, or on Friday.', true],
  ['It is late, and I have to go home.', false],
  ['Thank you for waiting, somebody will be with you shortly.', false],
  ['If you want, we can talk about the price and the dates of your stay with us.', false],
  ['No commas here and nothing to list.', false],
])('[SP98] %s is a list: %s', (text, expected) => {
  expect(isList(text)).toBe(expected);
});

describe.skipIf(voiceFolderUnderTest === null)('the melody of the model', () => {
  let model: VoiceModel;
  beforeAll(async () => {
    const { folder } = naturalSetup(voiceFolderUnderTest ?? '');
    model = await loadVoiceModel(await loadOnnxRuntime(), voiceFilesIn(folder));
  });

  const melodyOf = async (text: string, phonemes: string, name: PersonName = 'mara'): Promise<number[]> => {
    const { shape } = people[name];
    const input = {
      phonemes: phonemes.split(''),
      words: [],
      styles: [],
      text,
      shape,
      tailMs: 0,
      seed: 1,
    };
    const layout = layOutClause(input, await model.speak(input.phonemes));
    return [...(layout?.wave.pitchHz ?? [])].filter((hz) => hz > 0);
  };
  const meanOf = (hz: readonly number[]) =>
    Math.exp(hz.reduce((sum, each) => sum + Math.log(each), 0) / hz.length);
  const statement =
    'ðə hˈɑɹbəɹ ʌv ði ˈOld tˈWn ɪz kwˈIət, ænd nˈObˌɑdi ɹəmˈɛmbəɹz hˌu bˈɪlt ðə lˈIthˌWs bI ðə ɹˈɪvəɹ.';

  it.each(Object.keys(people) as PersonName[])(
    '[SP97] %s has its pitch, and moves by 2.5 semitones',
    async (name) => {
      const hz = await melodyOf('The harbour.', statement, name);
      const mean = meanOf(hz);
      expect(mean / (modelHz * people[name].shape.pitch)).toBeGreaterThan(0.88);
      expect(mean / (modelHz * people[name].shape.pitch)).toBeLessThan(1.12);
      const spread = Math.sqrt(hz.reduce((sum, each) => sum + semitones(each, mean) ** 2, 0) / hz.length);
      expect(spread).toBeGreaterThan(2.5);
    },
  );

  it.each([
    ['Is it raining?', 'ˈɪz ɪt ɹˈAnɪŋ?', true],
    ['Would you like some tea?', 'wʊd ju lˈIk sˌʌm tˈi?', true],
    ['Do you want to come with us?', 'dˈu ju wˈɑnt tə kˈʌm wɪð ˌʌs?', true],
    ['It is raining.', 'ɪt ɪz ɹˈAnɪŋ.', false],
    ['Where do you live?', 'wˌɛɹ du ju lˈɪv?', false],
  ])('[SP98] at the end of %j', async (text, phonemes, rises) => {
    const hz = await melodyOf(text, phonemes);
    const end = semitones(meanOf(hz.slice(-3)), meanOf(hz));
    if (rises) expect(end).toBeGreaterThan(2);
    else expect(end).toBeLessThan(0);
  });

  it('[SP98] rises at the end of each member of a list but the last', async () => {
    const phonemes = 'wi hæv ˈæpəlz, pˈɛɹz, ænd plˈʌmz.';
    const listed = await melodyOf('We have apples, pears, and plums.', phonemes);
    const plain = await melodyOf('Other words.', phonemes);
    const higher = listed.filter((hz, frame) => hz > (plain[frame] ?? hz) * 1.05);
    expect(higher.length).toBeGreaterThan(8);
    expect(listed.slice(-4)).toEqual(plain.slice(-4));
  });
});
