/** Made by the build: the tracing of each preset, in a separate file. */
declare module 'virtual:face/tracings' {
  import type { CodedTracing, PresetName } from '@parley/face/still';

  export const tracings: Readonly<Record<PresetName, () => Promise<{ readonly coded: CodedTracing }>>>;
}
