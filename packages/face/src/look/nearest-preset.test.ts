import { describe, expect, it } from 'vitest';
import { nearestPreset } from './nearest-preset.ts';
import { lookPresetNames, presets } from './presets.ts';

describe('the preset that is most like a look', () => {
  it.each(lookPresetNames)(
    '%s is found by its name, and with another hair colour, clothes and skin',
    (name) => {
      expect(nearestPreset(name)).toBe(name);
      const { hair, clothes, skin } = presets.kenji;
      expect(nearestPreset({ ...presets[name], hair, clothes, skin })).toBe(name);
    },
  );

  it('nothing, and a name that is not known, are the first one', () => {
    for (const look of ['', 'nobody', null, undefined, {}]) expect(nearestPreset(look)).toBe('mara');
  });

  it('a beard and a strong build do not make a woman’s voice', () => {
    const { facialHair, face } = presets.omar;
    expect(['jonas', 'omar']).toContain(nearestPreset({ ...presets.mara, age: 40, facialHair, face }));
  });
});
