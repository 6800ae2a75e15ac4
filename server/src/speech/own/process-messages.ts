import type { ModelConfig } from './model-config.ts';

/** Messages to a model's process: first what it loads, then texts to say. */
export type ToModel =
  | { readonly kind: 'load'; readonly folder: string; readonly model: ModelConfig }
  | {
      readonly kind: 'say';
      readonly order: number;
      readonly text: string;
      readonly rate: number;
      readonly speaker: number;
    };

export type FromModel =
  | { readonly kind: 'loaded'; readonly sampleRate: number; readonly speakers: number }
  | { readonly kind: 'said'; readonly order: number; readonly samples: Float32Array }
  | { readonly kind: 'failed'; readonly order: number | null; readonly message: string };
