import { Worker } from 'node:worker_threads';
import { lookPresetNames } from '@parley/face/rules';
import type { Plugin } from 'vite';

const list = 'virtual:face/tracings';
const each = 'virtual:face/tracing-';

export type PresetTracings = Promise<Readonly<Record<(typeof lookPresetNames)[number], unknown>>>;

/** Traces the presets in a separate thread: it takes seconds, and other pages are built in the meantime. */
export function tracePresets(): PresetTracings {
  const worker = new Worker(new URL('./trace-presets.ts', import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<PresetTracings>>();
  worker.once('message', resolve).once('error', reject);
  worker.once('exit', () => reject(new Error('The presets could not be traced.')));
  return promise;
}

/** Provides the outlines of the presets to the face, so that visitors do not load the code of the 3D shapes. */
export const tracingsPlugin = (tracings: PresetTracings): Plugin => ({
  name: 'face-tracings',
  resolveId: (id) => (id === list || id.startsWith(each) ? `\0${id}` : null),
  load: async (id) => {
    if (id === `\0${list}`) {
      const entries = lookPresetNames.map((name) => `${name}: () => import('${each}${name}'),`);
      return `export const tracings = {\n${entries.join('\n')}\n};`;
    }
    const name = lookPresetNames.find((preset) => id === `\0${each}${preset}`);
    return name && `export const coded = ${JSON.stringify((await tracings)[name])};`;
  },
});
