import { describe, expect, it } from 'vitest';
import { isBackchannel } from './backchannel.ts';

describe('a listener’s sounds', () => {
  it.each([
    'Mm-hmm.',
    'Mhm',
    'Uh-huh.',
    'Hmm...',
    'Oh.',
    'Ah, okay.',
    'Yeah, yeah.',
    'I see.',
    'Okay, right.',
    'Um',
    '...',
  ])('[EA13] only show listening: %s', (text) => {
    expect(isBackchannel(text, 'en-US', false)).toBe(true);
  });

  it.each([
    'No.',
    'Stop',
    'Wait',
    'Yes, but how?',
    'Okay, what about Sunday?',
    'I see the problem',
    'Human',
    'Hello',
    'Mama',
  ])('[EA13] are not words: %s', (text) => {
    expect(isBackchannel(text, 'en', false)).toBe(false);
  });

  it('[EA13] become answers after a question', () => {
    expect(isBackchannel('Yes.', 'en', true)).toBe(false);
    expect(isBackchannel('Okay.', 'en', true)).toBe(false);
    expect(isBackchannel('Hmm.', 'en', true)).toBe(true);
  });

  it.each([
    ['de-DE', 'Ja, genau.', 'Nein, halt!'],
    ['fr-FR', 'D’accord', 'Attendez'],
    ['es-ES', 'Sí, claro', 'Espera'],
    ['it', 'Va bene.', 'Aspetta'],
    ['pt-BR', 'Sim, entendi', 'Espere'],
    ['nl', 'Ja, precies', 'Wacht even'],
  ])('[EA13] are recognised in %s', (language, sound, words) => {
    expect(isBackchannel(sound, language, false)).toBe(true);
    expect(isBackchannel(words, language, false)).toBe(false);
  });

  it('[EA13] are only the common sounds in a language that is not in the table', () => {
    expect(isBackchannel('Mm-hmm', 'fi', false)).toBe(true);
    expect(isBackchannel('Joo', 'fi', false)).toBe(false);
  });
});
