import tokenizer from 'llama-tokenizer-js';
import type { RecognitionMessage, RecognitionRequest } from './messages.ts';
import { Moonshine } from './moonshine.ts';
import { prepareRuntime, sessionOptions } from './runtime.ts';
import { workerScope } from './worker-scope.ts';

const scope = workerScope<RecognitionRequest, RecognitionMessage>();
/** Higher token numbers are control tokens of the model. */
const wordTokens = 32_000;

type RecogniseRequest = RecognitionRequest & { readonly kind: 'recognise' };

let model: Moonshine | null = null;
let waiting: RecogniseRequest[] = [];
let working = false;
/** What was recognised last, which is a good guess if the same segment comes again and is longer. */
let known: { readonly segment: number; readonly tokens: readonly number[] } = { segment: 0, tokens: [] };

scope.onmessage = ({ data }) => {
  switch (data.kind) {
    case 'load':
      load(data).then(
        () => scope.postMessage({ kind: 'ready' }),
        (error: unknown) => scope.postMessage({ kind: 'failed', id: null, reason: String(error) }),
      );
      return;
    case 'recognise':
      waiting.push(data);
      void processWaiting();
      return;
    case 'cancel':
      waiting = waiting.filter(({ id }) => id !== data.id);
  }
};

async function load({ program, encoder, decoder }: RecognitionRequest & { kind: 'load' }): Promise<void> {
  const ort = prepareRuntime(program);
  model = new Moonshine(
    ort,
    await ort.InferenceSession.create(encoder, sessionOptions),
    await ort.InferenceSession.create(decoder, sessionOptions),
  );
  // The first run is the slowest, so it is done now and not when the visitor waits.
  await model.tokens(new Float32Array(1_600));
  void processWaiting();
}

async function processWaiting(): Promise<void> {
  if (working || model === null) return;
  working = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { id, samples, segment } = next;
    try {
      const tokens = await model.tokens(samples, segment === known.segment ? known.tokens : []);
      known = { segment, tokens };
      const text = tokenizer.decode(
        tokens.filter((token) => token < wordTokens),
        false,
        false,
      );
      scope.postMessage({ kind: 'recognised', id, text: text.trim() });
    } catch (error) {
      scope.postMessage({ kind: 'failed', id, reason: String(error) });
    }
  }
  working = false;
}
