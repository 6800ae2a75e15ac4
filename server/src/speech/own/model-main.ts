import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FromModel, ToModel } from './process-messages.ts';

/**
 * The process of one own model. It is a process and not a thread, because sherpa-onnx ends its process if a model is
 * broken.
 */
type Engine = {
  readonly sampleRate: number;
  readonly numSpeakers: number;
  generate(request: object): { readonly samples: Float32Array };
};
type Sherpa = { readonly OfflineTts: new (config: object) => Engine };

let engine: Engine | null = null;
const report = (message: FromModel) => process.send?.(message);
const textOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

process.on('message', (message: ToModel) => {
  const order = message.kind === 'say' ? message.order : null;
  try {
    if (message.kind === 'load') {
      engine = load(message);
      report({ kind: 'loaded', sampleRate: engine.sampleRate, speakers: engine.numSpeakers });
      return;
    }
    if (engine === null) throw new Error('no model is loaded');
    const { text, rate: speed, speaker: sid } = message;
    const { samples } = engine.generate({ text, sid, speed, enableExternalBuffer: false });
    report({ kind: 'said', order: message.order, samples });
  } catch (error) {
    report({ kind: 'failed', order, message: textOf(error) });
  }
});
process.once('disconnect', () => process.exit(0));

function load({ folder, model }: ToModel & { kind: 'load' }): Engine {
  const { OfflineTts } = createRequire(join(folder, 'package.json'))('sherpa-onnx-node') as Sherpa;
  const settings = { [model.kind === 'piper' ? 'vits' : 'kokoro']: model.settings };
  return new OfflineTts({
    model: { ...settings, numThreads: 1, debug: false, provider: 'cpu' },
    maxNumSentences: 1,
  });
}
