import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A model's configuration in the form that sherpa-onnx expects. */
export type ModelConfig = {
  readonly kind: 'piper' | 'kokoro';
  readonly settings: Readonly<Record<string, string>>;
};

/** Finds out which kind of model a folder contains. Returns a text if something is missing. */
export function readModelFolder(folder: string): ModelConfig | string {
  const names = existsSync(folder) ? readdirSync(folder) : null;
  if (names === null) return `There is no folder ${folder}.`;
  const path = (name: string) => join(folder, name);
  const models = names.filter((name) => name.endsWith('.onnx'));
  const [model] = models;
  if (model === undefined) return `${folder} has no .onnx file.`;
  if (models.length > 1) return `${folder} has several .onnx files. Leave the one that should speak.`;
  if (!names.includes('tokens.txt'))
    return `${folder} has no tokens.txt. Choose the folder of a sherpa-onnx model.`;
  const shared = {
    model: path(model),
    tokens: path('tokens.txt'),
    ...(names.includes('espeak-ng-data') ? { dataDir: path('espeak-ng-data') } : {}),
    ...lexiconsOf(names, path),
    ...(names.includes('dict') ? { dictDir: path('dict') } : {}),
  };
  if (!names.includes('voices.bin')) return { kind: 'piper', settings: shared };
  return { kind: 'kokoro', settings: { ...shared, voices: path('voices.bin') } };
}

function lexiconsOf(names: readonly string[], path: (name: string) => string): { lexicon?: string } {
  const lexicons = names.filter((name) => /^lexicon.*\.txt$/.test(name)).sort();
  return lexicons.length === 0 ? {} : { lexicon: lexicons.map(path).join(',') };
}
