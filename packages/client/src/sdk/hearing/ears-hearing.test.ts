import { expect, it } from 'vitest';
import { hearingIn, recogniserFor } from './ears-hearing.ts';

it('reads the hearing of an avatar, with the recogniser of each language', () => {
  const hearing = hearingIn({
    hearing: { recogniser: 'built-in', language: 'en', recognisers: { de: 'browser', fr: 'odd' } },
  });
  if (hearing === null) throw new Error('no hearing');
  expect(hearing).toMatchObject({ language: 'en', patience: 'normal', turnModel: null });
  expect(['de-AT', 'fr', 'en', 'constructor'].map((tag) => recogniserFor(hearing, tag))).toEqual([
    'browser',
    'built-in',
    'built-in',
    'built-in',
  ]);
});

it('hears with the built-in recogniser if nothing is known', () => {
  expect(hearingIn({})).toBeNull();
  expect(hearingIn({ hearing: {} })?.recogniser).toBe('built-in');
});
