import { lookPresetNames, presets } from '@parley/face/rules';
import { encodeTracing, trace } from '@parley/face/trace';
import type { Plugin } from 'vite';

const list = 'virtual:face/tracings';
const each = 'virtual:face/tracing-';

/** Traces the presets, so that visitors load the outlines and not the code of the 3D shapes. */
export const tracingsPlugin = (): Plugin => ({
  name: 'face-tracings',
  resolveId: (id) => (id === list || id.startsWith(each) ? `\0${id}` : null),
  load: (id) => {
    if (id === `\0${list}`) {
      const entries = lookPresetNames.map((name) => `${name}: () => import('${each}${name}'),`);
      return `export const tracings = {\n${entries.join('\n')}\n};`;
    }
    const name = lookPresetNames.find((preset) => id === `\0${each}${preset}`);
    return name && `export const coded = ${JSON.stringify(encodeTracing(trace(presets[name])))};`;
  },
});
