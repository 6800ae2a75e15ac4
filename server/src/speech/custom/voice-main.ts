import { type Loading, loadSherpa, serveModel } from '../../custom-models/program/index.ts';
import type { ModelConfig } from './model-config.ts';

/** The process of one own voice. */
export type Saying = { readonly text: string; readonly rate: number; readonly speaker: number };

type Engine = {
  readonly sampleRate: number;
  readonly numSpeakers: number;
  generate(request: object): { readonly samples: Float32Array };
};
type Sherpa = { readonly OfflineTts: new (config: object) => Engine };

serveModel(({ runtime, model }: Loading<ModelConfig>) => {
  const { OfflineTts } = loadSherpa<Sherpa>(runtime);
  const settings = { [model.kind === 'piper' ? 'vits' : 'kokoro']: model.settings };
  const engine = new OfflineTts({
    model: { ...settings, numThreads: 1, debug: false, provider: 'cpu' },
    maxNumSentences: 1,
  });
  return {
    facts: { sampleRate: engine.sampleRate, speakers: engine.numSpeakers },
    answer: ({ text, rate: speed, speaker: sid }: Saying) =>
      engine.generate({ text, sid, speed, enableExternalBuffer: false }).samples,
  };
});
