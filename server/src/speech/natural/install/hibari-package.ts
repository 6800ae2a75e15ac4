import type { PinnedPackage } from '../../../pip-packages/index.ts';

const assets = [
  'hibari.onnx',
  'lexicon_gb_gold.json.gz',
  'lexicon_gb_silver.json.gz',
  'lexicon_us_gold.json.gz',
  'lexicon_us_silver.json.gz',
  'normalize.json',
  'oov.json',
  'oov.onnx',
  'oov_gb.json',
  'oov_gb.onnx',
  'tagger.json.gz',
  'tokenizer_exceptions.json',
  'vocab.json',
  'voices.json',
];

/** The package that contains the natural voice. */
export const hibariPackage: PinnedPackage = {
  name: 'hibari-tts',
  version: '0.2.1',
  wheel: 'hibari_tts-0.2.1-py3-none-any.whl',
  bytes: 14_032_178,
  sha256: '49f2abbbe451c988e7448b5afa08c8a56410535ebb855c0e7d174275df5ca1f3',
  title: 'the natural voice',
  folder: 'hibari',
  command: 'voice install',
  keptFiles: new Map([
    ...assets.map((name) => [`hibari/assets/${name}`, name] as const),
    ...['LICENSE', 'NOTICE'].map((name) => [`hibari_tts-0.2.1.dist-info/licenses/${name}`, name] as const),
  ]),
};
