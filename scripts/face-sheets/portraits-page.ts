import { type PresetName, presets } from '../../packages/face/src/look/presets.ts';
import { makeLookPortrait } from '../../packages/face/src/portrait/make-portrait.ts';

Object.assign(window, {
  /** The picture file of a preset, as text in base64. */
  portraitOf: async (name: PresetName): Promise<string> => {
    const blob = await makeLookPortrait(presets[name]);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  },
  isReady: true,
});
