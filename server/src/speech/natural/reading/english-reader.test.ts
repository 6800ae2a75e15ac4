import { describe, expect, it, type TestContext } from 'vitest';
import type { Accent } from './index.ts';
import { readerUnderTest, samples } from './testing/reader-under-test.ts';

describe('reading English', () => {
  const readsLike = async (context: Pick<TestContext, 'skip'>, accent: Accent) => {
    const reader = await readerUnderTest(context, accent);
    const different: unknown[] = [];
    for (const [text, phonemes] of samples[accent].lines) {
      const reading = await reader.read(text);
      if (reading.phonemes !== phonemes) different.push({ text, phonemes, ours: reading.phonemes });
    }
    expect(different).toEqual([]);
  };

  it('[SP80] [SP83] gives the phonemes of the package for every line of the sample', async (context) => {
    expect(samples.us.lines.length).toBeGreaterThanOrEqual(140);
    await readsLike(context, 'us');
  });

  it('[SP80] [SP83] reads British English by the British lexicons, like the package', async (context) => {
    expect(samples.gb.lines.length).toBeGreaterThanOrEqual(80);
    await readsLike(context, 'gb');
    const reader = await readerUnderTest(context, 'gb');
    expect((await reader.read('She started writing notes in the flat.')).phonemes).toBe(
      'ʃˌiː stˈɑːtɪd ɹˈItɪŋ nˈQts ɪn ðə flˈat.',
    );
  });

  it('[SP84] chooses among readings by the part of speech and by what follows', async (context) => {
    const reader = await readerUnderTest(context);
    const phonemes = async (text: string) => (await reader.read(text)).phonemes;
    expect(await phonemes('I live here. It is live music.')).toBe('ˌI lˈɪv hˈɪɹ. ˌɪt ɪz lˈIv mjˈuzɪk.');
    expect(await phonemes('They have read it. I will read it.')).toBe('ðˌA hæv ɹˈɛd ɪt. ˌI wɪl ɹˈid ɪt.');
    expect(await phonemes('She used to use it.')).toBe('ʃˌi jˈust tə jˈuz ɪt.');
    expect(await phonemes('the house, the end')).toBe('ðə hˈWs, ði ˈɛnd');
    expect(await phonemes('to go, to end, to')).toBe('tə ɡˌO, tʊ ˈɛnd, tu');
  });

  it('[SP85] reads a pronunciation as it is written, and another link as its text', async (context) => {
    const reader = await readerUnderTest(context);
    const phonemes = async (text: string) => (await reader.read(text)).phonemes;
    expect(await phonemes('Say [hibari](/hibˈɑɹi/) now.')).toBe('sˈA hibˈɑɹi nˈW.');
    expect(await phonemes('the [apple](/ˈæpəl/)')).toBe('ði ˈæpəl');
    expect(await phonemes('the [end](https://example.com/x) now')).toBe('ði ˈɛnd nˈW');
  });

  it('[SP81] [SP87] does not repeat the mistakes of the package', async (context) => {
    const reader = await readerUnderTest(context);
    const phonemes = async (text: string) => (await reader.read(text)).phonemes;
    expect(await phonemes('Queen Victoria')).toBe('kwˈin vɪktˈɔɹiə');
    expect(await phonemes('Book Club')).toBe('bˈʊk klˈʌb');
    expect(await phonemes('Type C')).toBe('tˈIp sˈi');
    expect(await phonemes('I said no.')).toBe('ˌI sˈɛd nˈO.');
    expect(await phonemes('no. 5')).toBe('nˈʌmbəɹ fˈIv');
    expect(await phonemes('Type II')).toBe('tˈIp tˈu');
  });
});
