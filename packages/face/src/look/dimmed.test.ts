import { describe, expect, it } from 'vitest';
import { dimmed } from './dimmed.ts';
import { lookPresetNames, presets } from './presets.ts';
import { brightness } from './shades.ts';

describe('a look on a dark page', () => {
  it.each(lookPresetNames)('%s is the same person before a dark wall that is lighter above', (name) => {
    const { background, ...person } = presets[name];
    const { background: dark, ...same } = dimmed(presets[name]);
    expect(same).toEqual(person);
    expect(brightness(dark.top)).toBeLessThan(brightness(background.top) / 3);
    expect(brightness(dark.bottom)).toBeLessThan(brightness(dark.top));
  });
});
