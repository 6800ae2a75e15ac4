import { describe, expect, it } from 'vitest';
import { nearestPreset } from './nearest-preset.ts';
import { lookPresetNames, presets } from './presets.ts';

describe('the preset that is most similar to a look', () => {
  it.each(lookPresetNames)(
    '%s is found by its name, and with another hair colour, clothes and skin',
    (name) => {
      expect(nearestPreset(name)).toBe(name);
      const { hair, clothes, skin } = presets.kenji;
      expect(nearestPreset({ ...presets[name], hair, clothes, skin })).toBe(name);
    },
  );

  it('is the first one for an empty or unknown name', () => {
    for (const look of ['', 'nobody', null, undefined, {}]) expect(nearestPreset(look)).toBe('mara');
  });

  it('does not have a woman’s voice for a beard and a strong build', () => {
    const { facialHair, face } = presets.omar;
    expect(['jonas', 'omar']).toContain(nearestPreset({ ...presets.mara, age: 40, facialHair, face }));
  });
});
