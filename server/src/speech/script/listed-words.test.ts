import type { Pronunciation } from '@parley/protocol/pronunciations';
import { describe, expect, it } from 'vitest';
import { respelled } from '../pronunciation/respelled.ts';
import { createWordList } from '../pronunciation/word-list.ts';
import { sentenceOf } from '../testing/collect.ts';
import { languageOfScript } from './readable.ts';
import { readScript, type ScriptItem } from './script.ts';

const respelling = { word: 'Nguyen', respelling: 'win' };
const sounds = { word: 'Nguyen', ipa: 'ŋwiən' };

const scriptOf = (markup: string, list: readonly Pronunciation[], spokenLanguage = 'en') =>
  readScript({ ...sentenceOf(markup), wordList: createWordList(list, []), spokenLanguage });
const shown = (script: readonly ScriptItem[]) =>
  script.flatMap((item) =>
    item.kind === 'words'
      ? [
          item.words.map(({ written, from, to }) => `${written}@${from}-${to}`).join(' ') +
            (item.style.phoneme === undefined ? '' : ` /${item.style.phoneme.ph}/`),
        ]
      : [],
  );

describe('a sentence with listed words', () => {
  it('[SP172] a respelling has the position of the written word with its punctuation', () => {
    expect(shown(scriptOf('Ask ("Nguyen"), or Nguyen-Team.', [respelling]))).toEqual([
      'Ask@0-3 ("win"),@4-15 or@16-18 win-Team.@19-31',
    ]);
    const place = { word: 'New Relic', respelling: 'noo rellick' };
    expect(shown(scriptOf('At New  Relic, now', [place]))).toEqual(['At@0-2 noo rellick,@3-13 now@14-17']);
  });

  it('[SP172] sounds are stated for the written word alone', () => {
    expect(shown(scriptOf('Ask (Nguyen), or Nguyen-Team’s Nguyen’s', [sounds]))).toEqual([
      'Ask@0-3 (@4-5',
      'Nguyen@5-11 /ŋwiən/',
      '),@11-13 or@14-16',
      'Nguyen@17-23 /ŋwiən/',
      'Team’s@23-30',
      'Nguyen’s@31-39 /ŋwiənz/',
    ]);
  });

  it.each([
    ['<phoneme ph="x">Nguyen</phoneme>', ['Nguyen@0-6 /x/']],
    ['<sub alias="Nguyen two">N2</sub> Nguyen', ['Nguyen@0-6 two@7-10 win@11-17']],
    ['<say-as interpret-as="characters">Nguyen</say-as>', ['Nguyen@0-6']],
    ['<code>Nguyen</code> Nguyen', ['win@7-13']],
    ['<card name="Nguyen"/>Nguyen', ['win@0-6']],
    ['<emphasis>Nguyen</emphasis>', ['win@0-6']],
    ['Ngu<b>yen</b> &amp; Nguyen', ['win@0-6 &@7-8 win@9-15']],
  ])('[SP170] markup comes first: %s', (markup, script) => {
    expect(shown(scriptOf(markup, [respelling]))).toEqual(script);
  });

  it('[SP171] the language of an element decides about entries for a language', () => {
    const list = [{ ...respelling, language: 'vi' }];
    const markup = 'Nguyen <lang xml:lang="vi-VN">Nguyen</lang>';
    expect(shown(scriptOf(markup, list))).toEqual(['Nguyen@0-6', 'win@7-13']);
    expect(shown(scriptOf(markup, list, 'vi'))).toEqual(['win@0-6', 'win@7-13']);
  });

  it('[SP174] what is said is bounded: further words are read as they are written', () => {
    const list = [{ word: 'a', respelling: 'b'.repeat(100) }];
    const [item] = scriptOf('a '.repeat(400), list);
    const words = item?.kind === 'words' ? item.words : [];
    expect(words).toHaveLength(400);
    expect(words.filter(({ written }) => written.length === 100)).toHaveLength(4);
    expect(words.map(({ written }) => written).join(' ').length).toBeLessThanOrEqual(1_200);
  });

  it('[SP160] the other words tell the language of the sentence', () => {
    const script = scriptOf('Das ist der neue Plan von Nguyen für die Woche', [sounds]);
    expect(languageOfScript(script, 'en')?.language).toBe('de');
    expect(languageOfScript(scriptOf('Привет', [{ word: 'Привет', ipa: 'prʲɪvʲet' }]), 'en')).toBeNull();
  });
});

describe('for a voice that reads letters', () => {
  const read = (list: readonly Pronunciation[], language: string) =>
    shown(respelled(scriptOf('Ask Nguyen', list, language), language));

  it('[SP173] the respelling of the list is read', () => {
    expect(read([{ ...sounds, respelling: 'win' }], 'en')).toEqual(['Ask@0-3', 'win@4-10']);
  });

  it.each([
    ['es-ES', 'ɡiˈtara', 'guitarra'],
    ['it', 'ˈkjave', 'chiave'],
    ['it', 'ˈfiʎo', 'figlio'],
  ])('[SP173] in %s one is made of the sounds: %s', (language, ipa, written) => {
    expect(read([{ word: 'Nguyen', ipa }], language)[1]).toBe(`${written}@4-10`);
  });

  it.each([
    ['en', 'ŋwiən'],
    ['de', 'ŋwiən'],
    ['es', 'ʘa'],
  ])('[SP173] in %s nothing is made of %s, and the word is read', (language, ipa) => {
    expect(read([{ word: 'Nguyen', ipa }], language)[1]).toBe(`Nguyen@4-10 /${ipa}/`);
  });

  it('[SP173] sounds of the markup are read in the same way', () => {
    const markup = '<phoneme alphabet="ipa" ph="ˈkjave">key</phoneme>';
    expect(shown(respelled(readScript(sentenceOf(markup)), 'it'))).toEqual(['chiave@0-3']);
  });
});
