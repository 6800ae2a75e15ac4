import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type RecogniserShape, recogniserShapes } from './recogniser-shapes.ts';

/** A recogniser as its process loads it. */
export type RecogniserConfig = {
  readonly kind: string;
  readonly streams: boolean;
  /** sherpa-onnx's `modelConfig`. */
  readonly settings: { readonly tokens: string } & Readonly<Record<string, unknown>>;
};

/** What the folder of a recogniser can be, the most likely first. Returns a text if something is missing. */
export function readRecogniserFolder(folder: string, language: string): readonly RecogniserConfig[] | string {
  const names = readdirSync(folder).sort();
  const tokens = names.find((name) => name.endsWith('tokens.txt'));
  if (tokens === undefined) return `${folder} has no tokens.txt. Choose the folder of a sherpa-onnx model.`;
  const models = names.filter((name) => /\.(onnx|ort)$/.test(name));
  const found = recogniserShapes.flatMap((shape) => {
    const files = filesOf(shape, models, folder);
    if (files === null) return [];
    const [spoken = ''] = language.toLowerCase().split('-');
    const part = { ...files, ...shape.more, ...(shape.takesLanguage ? { language: spoken } : {}) };
    const { kind, streams, modelType } = shape;
    const type = modelType === undefined ? {} : { modelType };
    return [{ kind, streams, settings: { tokens: join(folder, tokens), [shape.part]: part, ...type } }];
  });
  if (found.length > 0) return found;
  return `The .onnx files in ${folder} are not those of a recogniser that is supported; docs/ears.md lists them.`;
}

/** Published folders have some models twice. The smaller one, of 8 bits, is used. */
function filesOf({ files }: RecogniserShape, models: readonly string[], folder: string) {
  const chosen = Object.entries(files).map(([setting, pattern]) => {
    const fitting = models.filter((name) => pattern.test(name));
    return [setting, fitting.find((name) => name.includes('int8')) ?? fitting[0]] as const;
  });
  if (chosen.some(([, name]) => name === undefined)) return null;
  return Object.fromEntries(chosen.map(([setting, name]) => [setting, join(folder, name ?? '')]));
}
