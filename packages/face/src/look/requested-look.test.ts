import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLook } from './face-look.ts';
import { lookPresetNames, presets } from './presets.ts';
import { readRequestedLook } from './requested-look.ts';

describe('the requested look', () => {
  it.for(lookPresetNames)('may be the name %s', (name) => {
    expect(readRequestedLook(name)).toEqual({ look: presets[name] });
    expect(checkLook(presets[name])).toEqual({ ok: true, look: presets[name] });
  });

  it.for(['', 'nobody', 'constructor', '__proto__', undefined, null, 7, []])(
    'is the first preset where %j is asked for',
    (value) => {
      expect(readRequestedLook(value).look).toBe(presets.mara);
    },
  );

  it('may name a preset, a model and differences', () => {
    const requested = readRequestedLook({
      preset: 'omar',
      model: '/m.glb',
      movement: 'calm',
      hair: { style: 'buzz' },
      age: 30,
    });
    expect(requested).toMatchObject({ model: '/m.glb', movement: 'calm' });
    expect(readRequestedLook({ movement: 'constructor' })).toEqual({ look: presets.mara });
    expect(requested.look).toEqual({
      ...presets.omar,
      age: 30,
      hair: { ...presets.omar.hair, style: 'buzz' },
    });
  });

  it('accepts an avatar’s public information, with a model or with null', () => {
    expect(readRequestedLook({ look: 'leo', model: null })).toEqual({ look: presets.leo });
    expect(readRequestedLook({ preset: 'leo', model: undefined })).toEqual({ look: presets.leo });
  });

  it('ignores invalid parts and keeps the rest', () => {
    const { look } = readRequestedLook({
      preset: 'nora',
      age: 900,
      hair: { style: 'mohawk', colour: '#112233' },
      wings: 2,
    });
    expect(look).toEqual({ ...presets.nora, hair: { ...presets.nora.hair, colour: '#112233' } });
  });

  it('is always a valid look, whatever is requested', () => {
    const parts = fc.record(
      {
        preset: fc.oneof(fc.constantFrom(...lookPresetNames), fc.anything()),
        model: fc.anything(),
        age: fc.anything(),
        hair: fc.anything(),
        eyes: fc.record({ size: fc.oneof(fc.double(), fc.anything()), shape: fc.anything() }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(parts, fc.anything()), (value) => {
        const { look, model } = readRequestedLook(value);
        expect(checkLook(look).ok).toBe(true);
        expect(model === undefined || model.length > 0).toBe(true);
      }),
    );
  });
});

describe('checking a look', () => {
  it('lists everything that is wrong at once', () => {
    const { hair: _, ...rest } = presets.mara;
    const checked = checkLook({ ...rest, age: 12, skin: { ...rest.skin, colour: 'red' }, tail: true });
    expect(checked).toEqual({
      ok: false,
      complaints: [
        'age must be a number from 18 to 90.',
        'skin.colour must be a colour such as #a1b2c3.',
        'hair must be an object.',
        'tail is not part of a look.',
      ],
    });
  });

  it('refuses NaN and infinite numbers', () => {
    expect(checkLook({ ...presets.mara, age: Number.NaN }).ok).toBe(false);
    expect(checkLook({ ...presets.mara, age: Number.POSITIVE_INFINITY }).ok).toBe(false);
  });
});
