import type { Pronunciation } from '@parley/protocol/pronunciations';
import { describe, expect, it } from 'vitest';
import { createWordList } from './word-list.ts';

/** The text with what is said in place of listed words. */
function said(
  text: string,
  own: readonly Pronunciation[],
  account: readonly Pronunciation[] = [],
  language = 'en',
) {
  const found = createWordList(own, account)?.find(text, language) ?? [];
  let heard = '';
  let at = 0;
  for (const { from, to, said } of found) {
    heard += `${text.slice(at, from)}{${said.ipa ?? said.respelling}}`;
    at = to;
  }
  return heard + text.slice(at);
}

const nguyen = { word: 'Nguyen', respelling: 'win' };

describe('whole words', () => {
  it.each([
    ['Ask Nguyen, or NGUYEN!', 'Ask {win}, or {win}!'],
    ['"nguyen" (Nguyen)', '"{win}" ({win})'],
    ['Nguyens and Nguyen2 and Vannguyen', 'Nguyens and Nguyen2 and Vannguyen'],
    ['Nguyen-Team', '{win}-Team'],
    ['', ''],
  ])('[SP170] %s', (text, heard) => expect(said(text, [nguyen])).toBe(heard));

  it('[SP170] composed and decomposed letters are the same', () => {
    const list = [{ word: 'Siobhán', respelling: 'shi vawn' }];
    expect(said('Siobha\u0301n', list)).toBe('{shi vawn}');
    expect(said('Siobhan', list)).toBe('Siobhan');
  });

  it.each([
    ['Москва', 'в Москва.', 'в {x}.'],
    ['東京', '私は東京に住んでいます', '私は{x}に住んでいます'],
    ['القاهرة', 'في القاهرة اليوم', 'في {x} اليوم'],
    ['กรุงเทพ', 'ฉันอยู่กรุงเทพ', 'ฉันอยู่{x}'],
  ])('[SP170] %s in its script', (word, text, heard) => {
    expect(said(text, [{ word, respelling: 'x' }])).toBe(heard);
  });

  it('[SP170] the longest of several words that begin together', () => {
    const list = ['New', 'New Relic', 'New Relic One'].map((word, index) => ({
      word,
      respelling: `${index}x`,
    }));
    expect(said('New, new  relic, New Relic\nOne and New Relics', list)).toBe(
      '{0x}, {1x}, {2x} and {0x} Relics',
    );
  });

  it.each([
    ['C++', 'C++ or C', '{x} or C'],
    ['AT&T', 'at AT&T.', 'at {x}.'],
    ['Node.js', 'Use Node.js!', 'Use {x}!'],
  ])('[SP170] %s has signs', (word, text, heard) => {
    expect(said(text, [{ word, respelling: 'x' }])).toBe(heard);
  });

  it('[SP170] endings after an apostrophe are kept', () => {
    expect(said('Nguyen’s and Nguyen’ll and Nguyen’s', [nguyen])).toBe("{win's} and {win'll} and {win's}");
    const ipa = (sounds: string) => [{ word: 'Nguyen', ipa: sounds }];
    expect(said("Nguyen's", ipa('wɪn'))).toBe('{wɪnz}');
    expect(said("Nguyen's", ipa('wɪt'))).toBe('{wɪts}');
    expect(said("Nguyen's", ipa('wɪʃ'))).toBe('{wɪʃɪz}');
    expect(said("Nguyen's", ipa('wɪn'), [], 'de')).toBe('{wɪns}');
    expect(said("Nguyen'nin", ipa('wɪn'))).toBe("Nguyen'nin");
    expect(said("O'Nguyen", [nguyen])).toBe("O'{win}");
  });

  it.each([
    'nguyen@example.org',
    'https://nguyen.example/nguyen?nguyen=1',
    'www.nguyen.com',
    '/home/nguyen/file',
    'my_nguyen_name',
  ])('[SP170] not inside an address: %s', (text) => expect(said(text, [nguyen])).toBe(text));
});

describe('which entry', () => {
  it('[SP171] capitals after the first letter matter', () => {
    const list = [{ word: 'US', respelling: 'you ess' }];
    expect(said('Tell us about the US, Us', list)).toBe('Tell us about the {you ess}, Us');
  });

  it('[SP171] of two spellings, the one in the same case wins', () => {
    const list = [
      { word: 'polish', respelling: 'pollish' },
      { word: 'Polish', respelling: 'pohlish' },
    ];
    expect(said('Polish polish POLISH', list)).toBe('{pohlish} {pollish} {pollish}');
  });

  it('[SP171] the words of the avatar win over those of the account', () => {
    const account = [
      { word: 'Nguyen', respelling: 'account' },
      { word: 'SQL', respelling: 'sequel' },
    ];
    expect(said('Nguyen, SQL', [{ word: 'nguyen', respelling: 'avatar' }], account)).toBe(
      '{avatar}, {sequel}',
    );
  });

  it('[SP171] an entry for a language is for text of that language', () => {
    const list = [
      { word: 'Paris', respelling: 'every' },
      { word: 'Paris', respelling: 'french', language: 'fr' },
      { word: 'Rio', respelling: 'brazil', language: 'pt-BR' },
    ];
    expect(said('Paris Rio', list, [], 'fr-CA')).toBe('{french} Rio');
    expect(said('Paris Rio', list, [], 'de')).toBe('{every} Rio');
    expect(said('Rio', list, [], 'pt')).toBe('{brazil}');
    expect(said('Rio', list, [], 'pt-PT')).toBe('Rio');
  });

  it('[SP171] two lists with the same words are the same list', () => {
    expect(createWordList([nguyen], [])?.id).toBe(createWordList([{ ...nguyen }], [])?.id);
    expect(createWordList([nguyen], [])?.id).not.toBe(createWordList([], [nguyen])?.id);
    expect(createWordList([], [])).toBeNull();
  });
});
