import { visemeNames } from '@parley/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../testing/index.ts';
import { visemeOfPhone } from './arpabet.ts';
import { visemesOfIpa } from './ipa.ts';
import { visemesOfLetters } from './letter-visemes.ts';

const names = (shapes: readonly { viseme: string }[]) => shapes.map(({ viseme }) => viseme).join(' ');

describe('visemes', () => {
  it.each([
    ['p b m', 'PP'],
    ['f v', 'FF'],
    ['th dh', 'TH'],
    ['t d', 'DD'],
    ['k g hh', 'kk'],
    ['ch jh sh zh', 'CH'],
    ['s z', 'SS'],
    ['n l ng', 'nn'],
    ['r er', 'RR'],
    ['aa ah ae ay aw', 'aa'],
    ['ax eh ey', 'E'],
    ['ih iy y', 'I'],
    ['ao ow oy', 'O'],
    ['uw uh w', 'U'],
    ['pau', 'sil'],
  ])('[SP21] the phones %s are %s', (phones, viseme) => {
    for (const phone of phones.split(' ')) expect(visemeOfPhone(phone)).toBe(viseme);
  });

  it('[SP51] sounds of the phonetic alphabet have their shape, and long sounds keep it longer', () => {
    expect(names(visemesOfIpa('ɡˈuːtən'))).toBe('kk U DD E nn');
    expect(names(visemesOfIpa('ʃøːn'))).toBe('CH E nn');
    const [, long] = visemesOfIpa('ɡuː');
    const [, short] = visemesOfIpa('ɡu');
    expect(long?.weight).toBeGreaterThan(short?.weight ?? 0);
    expect(visemesOfIpa('ˈ‿|')).toEqual([]);
  });

  it.each([
    ['ship', 'CH I PP'],
    ['Thing', 'TH I nn'],
    ['boom', 'PP U PP'],
    ['make', 'PP aa kk'],
    ['Äpfel', 'aa PP FF E nn'],
    ['42', 'SS E nn SS E nn'],
    ['你好', 'DD aa DD aa'],
    ['...', ''],
  ])('[SP67] the letters of %s', (word, shapes) => {
    expect(names(visemesOfLetters(word))).toBe(shapes);
  });

  it('[SP67] any text has shapes within it', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 40 }), (word) => {
        let reached = 0;
        for (const { viseme, from, to } of visemesOfLetters(word)) {
          expect(visemeNames).toContain(viseme);
          expect(from).toBeGreaterThanOrEqual(Math.min(reached, from));
          expect(to).toBeLessThanOrEqual(word.length);
          reached = to;
        }
      }),
    );
  });
});
